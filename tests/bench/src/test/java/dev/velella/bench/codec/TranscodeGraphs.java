package dev.velella.bench.codec;

import dev.velella.bench.data.Workload;
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

/** One operation joins all messages of a workload into a new stream. Messages that stand alone are streams of their own. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class TranscodeGraphs {
    @Param
    public Transcoding codec = Transcoding.VELELLA;

    @Param
    public Framing framing = Framing.STATEFUL;

    @Param
    public Workload workload = Workload.WEATHER;

    @Param("1000")
    public int elements;

    private List<byte[]> messages = List.of();

    @Setup
    public void write() throws IOException {
        messages = ReadGraphs.messages(GraphCodec.JELLY_JVM, framing, workload.graphs(elements));
    }

    @Benchmark
    public void transcode(OperationMeter meter, Blackhole hole) throws IOException {
        meter.start();
        Transcoding.Joining joining = codec.joining(framing);
        for (byte[] message : messages) {
            hole.consume(joining.next(message));
        }
        meter.stop();
        meter.endOperation();
    }
}
