package dev.velella.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.RecordBatch;

/** The batches in the log of a broker on this machine, as they are in its files. */
final class LogBatches {
    private LogBatches() {}

    /**
     * The compression types of all batches of a topic, aborted ones included. Markers of transactions do not count,
     * because the broker writes them.
     *
     * @param directory the broker's directory of logs
     */
    static Set<String> compressionTypes(Path directory, String topic) throws IOException {
        Set<String> types = new TreeSet<>();
        for (Path segment : segments(directory, topic)) {
            try (FileRecords records = FileRecords.open(segment.toFile(), false)) {
                for (RecordBatch batch : records.batches()) {
                    if (!batch.isControlBatch()) {
                        types.add(batch.compressionType().name);
                    }
                }
            }
        }
        return types;
    }

    private static List<Path> segments(Path directory, String topic) throws IOException {
        List<Path> segments = new ArrayList<>();
        Pattern partition = Pattern.compile(Pattern.quote(topic) + "-[0-9]+");
        for (Path folder : list(directory)) {
            if (partition.matcher(folder.getFileName().toString()).matches()) {
                list(folder).stream()
                        .filter(file -> file.toString().endsWith(".log"))
                        .forEach(segments::add);
            }
        }
        return segments;
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}
