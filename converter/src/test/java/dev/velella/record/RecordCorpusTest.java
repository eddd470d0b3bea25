package dev.velella.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.record.RecordCorpus.Entry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/**
 * The files of {@code clients/corpus}, by which readers in other languages are tested. They must be what this side writes now:
 * each record with what this side decodes, or why it refuses. This side also reads the records that other languages have
 * written.
 *
 * <p>{@code -Dvelella.corpus.write=true} writes the files. {@code -Dvelella.corpus.flips=N} is the number of damaged
 * records that Python reads, and {@code velella.corpus.seed} draws others.
 */
class RecordCorpusTest {
    private static final Path CORPUS = Path.of("..", "clients", "corpus");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HexFormat HEX = HexFormat.of();

    @Test
    void theFilesAreWhatThisSideWrites() throws IOException {
        RecordCorpus corpus = new RecordCorpus();
        List<String> lines = new ArrayList<>();
        for (Entry entry : corpus.entries) {
            lines.add(CorpusLines.line(entry, corpus.dictionaries::get));
        }
        compare("records.jsonl", lines);
        compare("dictionaries.jsonl", corpus.topic);
        compare("chains.jsonl", RecordCorpus.chains());
    }

    /** Statements, headers and hashes that other languages have written mean the same here. */
    @Test
    void recordsOfOtherLanguagesAreRead() throws IOException {
        int read = 0;
        for (String line : Files.readAllLines(CORPUS.resolve("python.jsonl"), StandardCharsets.UTF_8)) {
            JsonNode node = JSON.readTree(line);
            Headers headers = new RecordHeaders();
            node.get("headers")
                    .forEach(header -> headers.add(
                            header.get(0).asText(), HEX.parseHex(header.get(1).asText())));
            byte[] value = HEX.parseHex(node.get("value").asText());
            JsonNode expected = node.get("expect");
            assertThat(JSON.readTree(JSON.writeValueAsString(
                            CorpusLines.expectation(new Entry("", headers, value), name -> null))))
                    .as(node.get("name").asText())
                    .isEqualTo(expected);
            VelellaHeader header = RecordHeaderReader.velella(headers);
            if (header != null) {
                assertThat(header.toBytes())
                        .isEqualTo(headers.lastHeader("velella").value());
            }
            read++;
        }
        assertThat(read).isGreaterThan(20);
    }

    /** Python finds what this side finds, in the corpus and in damaged records. Neither makes another element of one. */
    @Test
    void pythonReadsTheCorpusAndDamagedRecordsAsThisSideDoes() throws IOException, InterruptedException {
        String python = System.getProperty("velella.python", "python3");
        assumeTrue(isNewEnough(python), "no Python 3.10 or newer: set velella.python");
        RecordCorpus corpus = new RecordCorpus();
        Path flips = Path.of("target", "corpus-flips.jsonl");
        Files.write(
                flips,
                damagedRecords(corpus, Integer.getInteger("velella.corpus.flips", 2000)),
                StandardCharsets.UTF_8);
        Path output = Path.of("target", "corpus-python.txt");
        Process process = new ProcessBuilder(
                        python,
                        "-B",
                        "../clients/python/tests/compare.py",
                        CORPUS.resolve("records.jsonl").toString(),
                        flips.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor()).as(() -> read(output)).isZero();
    }

    private static String read(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static boolean isNewEnough(String python) throws InterruptedException {
        try {
            return new ProcessBuilder(python, "-c", "import sys; sys.exit(sys.version_info < (3, 10))")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> damagedRecords(RecordCorpus corpus, int flips) throws JsonProcessingException {
        Random random = new Random(Long.getLong("velella.corpus.seed", 1));
        List<Entry> whole =
                corpus.entries.stream().filter(e -> e.value() != null).toList();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < flips; i++) {
            Entry entry = whole.get(random.nextInt(whole.size()));
            Headers headers = new RecordHeaders(entry.headers());
            byte[] value = entry.value();
            org.apache.kafka.common.header.Header velella = headers.lastHeader("velella");
            if (velella != null && velella.value() != null && random.nextInt(4) == 0) {
                headers.remove("velella");
                headers.add("velella", damaged(velella.value(), random));
            } else {
                value = damaged(value, random);
            }
            lines.add(CorpusLines.line(
                    new Entry("flip " + i + " of " + entry.name(), headers, value), corpus.dictionaries::get));
        }
        return lines;
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        if (bytes.length == 0) {
            return new byte[] {(byte) random.nextInt(256)};
        }
        byte[] other = bytes.clone();
        int at = random.nextInt(other.length);
        switch (random.nextInt(8)) {
            case 0 -> other[at] = (byte) random.nextInt(256);
            case 1 -> other[at] = (byte) (other[at] + (random.nextBoolean() ? 1 : -1));
            case 2 -> {
                return Arrays.copyOf(other, at);
            }
            case 3 -> {
                byte[] longer = Arrays.copyOf(other, other.length + 1);
                System.arraycopy(other, at, longer, at + 1, other.length - at);
                longer[at] = (byte) random.nextInt(16);
                return longer;
            }
            default -> other[at] ^= (byte) (1 << random.nextInt(8));
        }
        return other;
    }

    private static void compare(String file, List<String> lines) throws IOException {
        Path path = CORPUS.resolve(file);
        if (Boolean.getBoolean("velella.corpus.write")) {
            Files.write(path, lines, StandardCharsets.UTF_8);
        }
        assertThat(Files.readAllLines(path, StandardCharsets.UTF_8))
                .as("%s; -Dvelella.corpus.write=true writes it anew", file)
                .isEqualTo(lines);
    }
}
