package dev.velella.tests.compatibility;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.kafka.common.utils.Bytes;

/** What one version has written: a folder of {@code compatibility/}, see its README. */
record VersionFolder(Path path) {
    /** Of this module's resources. */
    static final Path ALL = Path.of("src", "test", "resources", "compatibility");

    /** Graphs of these were sent before the state and the stores were kept, and as many patches. */
    static final int BEFORE = 8;

    /** As Connect's converter of offsets. */
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);

    static Stream<VersionFolder> all() throws IOException {
        try (Stream<Path> paths = Files.list(ALL)) {
            return paths.filter(Files::isDirectory).map(VersionFolder::new).toList().stream();
        }
    }

    List<StoredRecord> topic(String name) throws IOException {
        return StoredRecord.read(path.resolve(name + ".jsonl"));
    }

    void writeTopic(String name, List<StoredRecord> records) throws IOException {
        StoredRecord.write(path.resolve(name + ".jsonl"), records);
    }

    /** Keys and values of a changelog topic. */
    Map<Bytes, byte[]> state(String name) throws IOException {
        Map<Bytes, byte[]> state = new TreeMap<>();
        for (String line : Files.readAllLines(path.resolve(name + ".txt"))) {
            String[] parts = line.split(" ");
            state.put(
                    Bytes.wrap(Base64.getDecoder().decode(parts[0])),
                    Base64.getDecoder().decode(parts[1]));
        }
        return state;
    }

    void writeState(String name, Map<Bytes, byte[]> state) throws IOException {
        Base64.Encoder text = Base64.getEncoder();
        List<String> lines = new ArrayList<>();
        state.forEach((key, value) -> lines.add(text.encodeToString(key.get()) + " " + text.encodeToString(value)));
        Files.write(path.resolve(name + ".txt"), lines);
    }

    /** The offset of a kind of source, with its partition and configuration; a text of it is another one now. */
    Stored offset(String kind, String text, String now) throws IOException {
        String json = Files.readString(path.resolve("offsets.json"));
        Map<String, Stored> all =
                JSON.readValue(json.replace("FOLDER", absolute()).replace(text, now), new TypeReference<>() {});
        return all.get(kind);
    }

    /** What Connect has stored for a source. */
    record Stored(Map<String, String> config, Map<String, Object> partition, Map<String, Object> offset) {}

    void writeOffsets(Map<String, ?> offsets) throws IOException {
        String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(offsets);
        Files.writeString(path.resolve("offsets.json"), text.replace(absolute(), "FOLDER") + "\n");
    }

    private String absolute() {
        return path.toAbsolutePath().toString();
    }

    /** Unpacks the folder of a store. */
    void unpackStore(String target, Path directory) throws IOException {
        try (InputStream file = Files.newInputStream(path.resolve("store-" + target + ".zip"));
                ZipInputStream zip = new ZipInputStream(file)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path to = directory.resolve(entry.getName());
                Files.createDirectories(to.getParent());
                Files.copy(zip, to);
            }
        }
    }

    void packStore(String target, Path directory) throws IOException {
        try (OutputStream file = Files.newOutputStream(path.resolve("store-" + target + ".zip"));
                ZipOutputStream zip = new ZipOutputStream(file);
                Stream<Path> files = Files.walk(directory)) {
            files.filter(Files::isRegularFile)
                    .filter(each -> !each.toString().endsWith(".so") && !each.endsWith("lock.mdb"))
                    .sorted()
                    .forEach(each -> {
                        try {
                            zip.putNextEntry(
                                    new ZipEntry(directory.relativize(each).toString()));
                            Files.copy(each, zip);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
    }
}
