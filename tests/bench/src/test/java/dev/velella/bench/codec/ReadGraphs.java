package dev.velella.bench.codec;

import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.OperationMeter;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.ArrayList;
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

/**
 * One operation reads a whole stream of messages with a new reader. Both Jelly contenders read the same bytes, those that
 * Jelly-JVM has written; the others read what they wrote themselves.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class ReadGraphs {
    @Param
    public GraphCodec codec = GraphCodec.VELELLA;

    @Param
    public Framing framing = Framing.STATEFUL;

    @Param
    public Workload workload = Workload.WEATHER;

    @Param("1000")
    public int elements;

    private List<GraphCodec.Message> messages = List.of();

    @Setup
    public void write() throws IOException {
        GraphCodec author = codec.isJelly() ? GraphCodec.JELLY_JVM : codec;
        messages = messages(author, framing, workload.graphs(elements));
    }

    /** The messages of one stream. */
    static List<GraphCodec.Message> messages(GraphCodec codec, Framing framing, List<RdfGraph> graphs)
            throws IOException {
        GraphCodec.Writing writing = codec.writing(framing);
        List<GraphCodec.Message> messages = new ArrayList<>(graphs.size());
        for (RdfGraph graph : graphs) {
            messages.add(writing.write(graph));
        }
        return messages;
    }

    @Benchmark
    public void read(OperationMeter meter, Blackhole hole) throws IOException {
        meter.start();
        GraphCodec.Reading reading = codec.reading(framing);
        for (GraphCodec.Message message : messages) {
            hole.consume(reading.read(message));
        }
        meter.stop();
        meter.endOperation();
    }
}
