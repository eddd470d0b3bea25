package dev.velella.tests.chaos;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/**
 * The event logs of one connector's tasks, read as they grow. Lines of records go to the deliveries, all others are
 * counted. Within a task, offsets of a partition go up unless a line before says why not.
 */
final class TaskLogs {
    private final Path directory;
    private final Deliveries deliveries;
    private final Map<Path, TaskLog> logs = new HashMap<>();
    private final Map<String, Long> events = new TreeMap<>();
    private final Set<String> named = new HashSet<>();

    /** What was read of one file. */
    private static final class TaskLog {
        private long position;
        private final Map<TopicPartition, Long> last = new HashMap<>();
    }

    /** @param deliveries null for logs without records */
    TaskLogs(Path directory, Deliveries deliveries) {
        this.directory = directory;
        this.deliveries = deliveries;
    }

    Deliveries deliveries() {
        return deliveries;
    }

    /** Number of lines of each kind so far, without those of records. */
    Map<String, Long> events() throws IOException {
        read();
        return events;
    }

    /** Keys of elements that were named in lines other than those of records. */
    Set<String> named() {
        return named;
    }

    /** Takes what was written since the last time. */
    void read() throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> found = Files.list(directory)) {
            files = found.toList();
        }
        for (Path file : files) {
            read(file, logs.computeIfAbsent(file, any -> new TaskLog()));
        }
    }

    private void read(Path file, TaskLog log) throws IOException {
        byte[] bytes;
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(log.position);
            bytes = new byte[(int) (in.length() - log.position)];
            in.readFully(bytes);
        }
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--; // a line that is not written to its end yet
        }
        log.position += end;
        new String(bytes, 0, end, StandardCharsets.UTF_8).lines().forEach(line -> take(line.split("\t"), log));
    }

    private void take(String[] words, TaskLog log) {
        if (!words[0].equals("record")) {
            events.merge(words[0], 1L, Long::sum);
            log.last.clear();
            if (words.length > 1) {
                named.add(words[1]);
            }
            return;
        }
        TopicPartition place = new TopicPartition(words[1], Integer.parseInt(words[2]));
        long offset = Long.parseLong(words[3]);
        Long before = log.last.put(place, offset);
        if (before != null && before >= offset) {
            deliveries.wrong(place + "@" + offset + " came after " + before);
        }
        if (words[5].equals("decoded")) {
            deliveries.decoded(place, offset, words[4], words[6]);
        } else {
            deliveries.reported(place, offset, words[6]);
        }
    }
}
