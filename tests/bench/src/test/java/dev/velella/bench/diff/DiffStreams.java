package dev.velella.bench.diff;

import dev.velella.bench.diff.DiffInput.Message;
import dev.velella.bench.measure.OperationMeter;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** One operation takes a whole stream of records through a new pipeline. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class DiffStreams {
    @Param
    public DiffContender codec = DiffContender.VELELLA;

    @Param("true")
    public boolean keepsTemporal;

    @Param("1")
    public int stations;

    @Param("1000")
    public int elements;

    private List<Message> messages = List.of();

    @Setup
    public void generate() {
        messages = DiffInput.weather(stations, elements, codec.form());
    }

    @Benchmark
    public void diff(OperationMeter meter, Blackhole hole) throws IOException {
        DiffContender.Pipeline pipeline = codec.pipeline(keepsTemporal);
        meter.start();
        for (Message message : messages) {
            hole.consume(pipeline.take(message));
        }
        meter.stop();
        meter.endOperation();
    }
}
