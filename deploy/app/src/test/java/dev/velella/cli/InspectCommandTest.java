package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectCommandTest {
    private static final String TRIG =
            """
            @prefix e: <http://e/> .
            e:s e:p "1"^^e:t , "2"^^e:t .
            e:g { e:s e:p "1"^^e:t . }
            """;

    @TempDir
    private Path folder;

    private Path jelly(String... options) throws IOException {
        Path text = Files.writeString(folder.resolve("in.trig"), TRIG);
        Path jelly = folder.resolve("in.jelly");
        Object[] arguments = Stream.concat(Stream.of("convert", text, jelly), Stream.of(options))
                .toArray();
        CommandRun.of(arguments).succeeds();
        return jelly;
    }

    private static JsonNode json(Object file) throws IOException {
        return new ObjectMapper()
                .readTree(CommandRun.of("inspect", file, "--json").succeeds().text());
    }

    private static List<String> names(JsonNode node) {
        Iterator<String> names = node.fieldNames();
        return Stream.generate((Supplier<String>) () -> names.hasNext() ? names.next() : "")
                .takeWhile(name -> !name.isEmpty())
                .toList();
    }

    @Test
    void jsonSaysWhatIsInTheFile() throws IOException {
        Path file = jelly("--stream-name", "weather", "--preset", "small");
        JsonNode found = json(file);

        assertThat(names(found))
                .containsExactly(
                        "file",
                        "kind",
                        "form",
                        "options",
                        "frames",
                        "rows",
                        "statements",
                        "bytesPerStatement",
                        "terms",
                        "tables",
                        "namespaces",
                        "metadata");
        assertThat(found.get("file").asText()).isEqualTo(file.toString());
        assertThat(found.get("kind").asText()).isEqualTo("jelly");
        assertThat(found.get("form").asText()).isEqualTo("delimited");
        assertThat(found.get("options"))
                .hasToString("{\"streamName\":\"weather\",\"physicalType\":\"quads\",\"logicalType\":\"flat-quads\","
                        + "\"generalized\":false,\"rdfStar\":false,\"names\":128,\"prefixes\":16,\"datatypes\":16,"
                        + "\"version\":2}");
        assertThat(found.get("rows"))
                .hasToString("{\"options\":1,\"triple\":0,\"quad\":3,\"graph_start\":0,\"graph_end\":0,\"namespace\":1,"
                        + "\"name\":" + found.get("rows").get("name").asInt() + ",\"prefix\":1,\"datatype\":1}");
        assertThat(found.get("statements").asInt()).isEqualTo(3);
        assertThat(found.get("terms")).hasToString("{\"count\":12,\"repeated\":5,\"repeatedShare\":0.417}");
        assertThat(found.get("tables").get("datatypes"))
                .hasToString("{\"size\":16,\"set\":1,\"overwritten\":0,\"highestId\":1,\"bytes\":10,\"mostBytes\":10}");
        assertThat(found.get("namespaces")).hasToString("{\"e\":\"http://e/\"}");
        int size = (int) Files.size(file);
        assertThat(found.get("frames").get("count").asInt()).isEqualTo(1);
        assertThat(found.get("frames").get("bytes").asInt()).isBetween(size - 2, size - 1);
        assertThat(found.get("bytesPerStatement").asDouble())
                .isCloseTo(found.get("frames").get("bytes").asInt() / 3.0, org.assertj.core.data.Offset.offset(0.01));
    }

    @Test
    void overwrittenEntriesAreCounted() throws IOException {
        Path text = Files.writeString(
                folder.resolve("in.nt"),
                IntStream.range(0, 100)
                        .mapToObj(i -> "<http://e/s" + i % 20 + "> <http://e/p> <http://e/o> .\n")
                        .reduce("", String::concat));
        CommandRun.of("convert", text, folder.resolve("a.jelly"), "--names", "8", "--rows-per-frame", "10")
                .succeeds();
        JsonNode found = json(folder.resolve("a.jelly"));
        JsonNode names = found.get("tables").get("names");

        assertThat(names.get("size").asInt()).isEqualTo(8);
        assertThat(names.get("set").asInt())
                .isEqualTo(found.get("rows").get("name").asInt());
        assertThat(names.get("overwritten").asInt()).isEqualTo(names.get("set").asInt() - 8);
        assertThat(names.get("highestId").asInt()).isEqualTo(8);
        assertThat(found.get("frames").get("count").asInt()).isEqualTo(10);
        assertThat(found.get("frames").get("leastBytes").asInt())
                .isLessThanOrEqualTo(found.get("frames").get("medianBytes").asInt());
        assertThat(found.get("frames").get("medianBytes").asInt())
                .isLessThanOrEqualTo(found.get("frames").get("mostBytes").asInt());
    }

    @Test
    void patchesAreToldFromGraphsByTheirContent() throws IOException {
        Path text = Files.writeString(
                folder.resolve("in.rdfp"),
                "TX .\nPA \"e\" \"http://e/\" .\nA <http://e/s> <http://e/p> <http://e/o> .\nTC .\nZ .\nZ .\n");
        Path file = folder.resolve("patches.jelly.gz");
        CommandRun.of("convert", text, file, "--to", "jellyp").succeeds();
        JsonNode found = json(file);

        assertThat(found.get("kind").asText()).isEqualTo("jellyp");
        assertThat(found.get("patches").asInt()).isEqualTo(2);
        assertThat(found.get("options").get("patchType").asText()).isEqualTo("punctuated");
        assertThat(found.get("options").get("statementType").asText()).isEqualTo("quads");
        assertThat(found.get("rows").get("statement_add").asInt()).isEqualTo(1);
        assertThat(found.get("rows").get("punctuation").asInt()).isEqualTo(2);
        assertThat(found.get("namespaces").get("e").asText()).isEqualTo("http://e/");
        assertThat(CommandRun.of("inspect", file).succeeds().text()).contains("Jelly-Patch, delimited", "patches");
    }

    @Test
    void theTextSaysTheSame() throws IOException {
        assertThat(CommandRun.of("inspect", jelly("--no-delimited")).succeeds().text())
                .contains(
                        "Jelly-RDF, bare",
                        "flat-quads",
                        "rows: quad",
                        "table: names",
                        "5 of 12 (41.7 %)",
                        "namespaces",
                        "http://e/");
    }

    @Test
    void standardInputIsRead() throws IOException {
        byte[] bytes = Files.readAllBytes(jelly());

        assertThat(CommandRun.withInput(bytes, "inspect", "-").succeeds().text())
                .contains("Jelly-RDF, delimited");
    }

    @Test
    void rawShowsEveryRow() throws IOException {
        Path file = jelly();
        String text = CommandRun.of("inspect", file, "--raw").succeeds().text();
        String lines =
                CommandRun.of("inspect", file, "--raw", "--json").succeeds().text();
        JsonNode rows = json(file).get("rows");
        int count = 0;
        for (JsonNode kind : rows) {
            count += kind.asInt();
        }

        assertThat(text.lines()).hasSize(1 + count).first().asString().startsWith("frame 0, ");
        assertThat(text).contains("options {", "quad {");
        assertThat(lines.lines()).hasSize(1 + count);
        for (String line : lines.lines().toList()) {
            assertThat(new ObjectMapper().readTree(line).get("frame").asInt()).isZero();
        }
    }

    private static byte[] behindFirstFrame(byte[] delimited) {
        boolean oneByte = delimited[0] >= 0;
        int length = oneByte ? delimited[0] : (delimited[0] & 0x7F) | delimited[1] << 7;
        return Arrays.copyOfRange(delimited, (oneByte ? 1 : 2) + length, delimited.length);
    }

    @Test
    void rawShowsFramesFromTheMiddleOfAStream() throws IOException {
        byte[] jelly = Files.readAllBytes(jelly("--rows-per-frame", "1"));
        Path rest = Files.write(folder.resolve("rest.bin"), behindFirstFrame(jelly));
        assertThat(CommandRun.of("inspect", rest).fails(1).line()).contains("options");
        assertThat(CommandRun.of("inspect", rest, "--raw").succeeds().text())
                .startsWith("frame 0, ")
                .contains("quad {");

        Path text = Files.writeString(
                folder.resolve("a.rdfp"),
                "A <http://e/a> <http://e/b> 1 .\nZ .\nD <http://e/a> <http://e/b> 2 .\nZ .\n");
        Path patches = folder.resolve("a.jellyp");
        CommandRun.of("convert", text, patches).succeeds();
        byte[] frames = Files.readAllBytes(patches);
        Files.write(rest, behindFirstFrame(frames));
        assertThat(CommandRun.of("inspect", rest, "--raw").succeeds().text()).contains("statement_delete");
    }

    @Test
    void aMalformedFileIsOneLineWithThePlaceAndNothingElse() throws IOException {
        Path file = jelly("--rows-per-frame", "1");
        byte[] bytes = Files.readAllBytes(file);
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            for (Object[] command : new Object[][] {{"inspect", file}, {"inspect", file, "--json"}}) {
                CommandRun run = CommandRun.of(command);
                if (run.status() != 0) {
                    assertThat(run.fails(1).line())
                            .matches("\\Q" + file + "\\E: frame \\d+(, row \\d+)?, byte \\d+: .*");
                }
            }
            CommandRun raw = CommandRun.of("inspect", file, "--raw");
            if (raw.status() != 0) {
                raw.fails(1);
            }
        }
    }

    @Test
    void whatIsNoJellyIsRefused() throws IOException {
        Path text = Files.writeString(folder.resolve("a.txt"), "no Jelly at all");
        assertThat(CommandRun.of("inspect", text).fails(1).line()).startsWith(text + ": frame 0, byte 0: ");
        Path empty = Files.write(folder.resolve("empty"), new byte[0]);
        assertThat(CommandRun.of("inspect", empty).fails(1).line())
                .isEqualTo(empty + ": frame 0, byte 0: the stream ends without options: it is no Jelly");
        assertThat(CommandRun.of("inspect", folder.resolve("none")).fails(1).line())
                .endsWith(": no such file");
    }

    @Test
    void wrongUsageEndsWithStatusTwo() {
        assertThat(CommandRun.of("inspect").fails(2).line()).startsWith("velella: ");
        assertThat(CommandRun.of("inspect", "a", "--yaml").fails(2).line()).endsWith("(see velella inspect --help)");
        assertThat(CommandRun.of("inspect", "--help").succeeds().text()).contains("FILE", "--json", "--raw");
    }
}
