package dev.velella.bench.kafka;

import dev.velella.bench.data.StreamKind;
import dev.velella.bench.data.Workload;
import dev.velella.bench.record.RecordFormat;
import dev.velella.bench.record.RecordPipe;
import dev.velella.bench.record.RecordStream;
import dev.velella.bench.record.RecordVariant;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What one measured JVM does: sends all variants of one format through a topic of its own, first to warm up, then one
 * measured pass of each. Prints a line {@code variant compression records nanos cpuNanos} for each pass.
 */
final class KafkaFork {
    private KafkaFork() {}

    /**
     * @param bootstrapServers of the broker
     * @param topic to write and read; exists, has one partition and is empty
     * @param turn how far the order of the passes is turned, from 0
     */
    record Task(
            String bootstrapServers,
            String topic,
            Workload workload,
            StreamKind kind,
            RecordFormat format,
            int elements,
            int warmUpMillis,
            int passMillis,
            int turn) {
        /** As arguments of the main method. */
        List<String> arguments() {
            return List.of(
                    bootstrapServers,
                    topic,
                    workload.name(),
                    kind.name(),
                    format.name(),
                    Integer.toString(elements),
                    Integer.toString(warmUpMillis),
                    Integer.toString(passMillis),
                    Integer.toString(turn));
        }

        static Task of(String[] arguments) {
            return new Task(
                    arguments[0],
                    arguments[1],
                    Workload.valueOf(arguments[2]),
                    StreamKind.valueOf(arguments[3]),
                    RecordFormat.valueOf(arguments[4]),
                    Integer.parseInt(arguments[5]),
                    Integer.parseInt(arguments[6]),
                    Integer.parseInt(arguments[7]),
                    Integer.parseInt(arguments[8]));
        }
    }

    /** A variant with one compression. */
    private record Setting(RecordVariant variant, Compression compression) {}

    public static void main(String[] arguments) throws IOException {
        run(Task.of(arguments), System.out);
    }

    static void run(Task task, PrintStream out) throws IOException {
        RecordStream stream = RecordStream.of(task.workload(), task.kind(), task.elements());
        List<Object> models = KafkaSizes.models(stream, task.format());
        List<Setting> settings = new ArrayList<>();
        for (RecordVariant variant : RecordVariant.of(task.format(), task.kind())) {
            for (Compression compression : Compression.values()) {
                settings.add(new Setting(variant, compression));
            }
        }
        Collections.rotate(settings, -task.turn());
        List<RecordPipe> pipes = new ArrayList<>();
        try {
            for (Compression compression : Compression.values()) {
                pipes.add(new RecordPipe(task.bootstrapServers(), task.topic(), compression.label(), 10, stream));
            }
            for (Setting setting : settings) {
                RecordPipe pipe = pipes.get(setting.compression().ordinal());
                pipe.forMillis(setting.variant(), models, task.warmUpMillis() / settings.size());
            }
            for (Setting setting : settings) {
                RecordPipe pipe = pipes.get(setting.compression().ordinal());
                RecordPipe.Pass pass = pipe.forMillis(setting.variant(), models, task.passMillis());
                out.println(setting.variant().label() + " "
                        + setting.compression().label() + " " + pass.records() + " " + pass.nanos() + " "
                        + pass.cpuNanos());
            }
            out.flush();
        } finally {
            pipes.forEach(RecordPipe::close);
        }
    }
}
