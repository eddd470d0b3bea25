package dev.velella.bench;

import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** One operation writes a whole stream of graphs with a new writer. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WriteGraphs {

    /** The contender under test. */
    @State(Scope.Thread)
    public static class Codec {
        @Param
        public GraphCodec codec = GraphCodec.VELELLA;

        @Param
        public Framing framing = Framing.STATEFUL;
    }

    /** Graphs in which equal terms are one object; the same objects in every operation. */
    @State(Scope.Thread)
    public static class SharedGraphs {
        @Param
        public Workload workload = Workload.WEATHER;

        @Param("1000")
        public int elements;

        List<RdfGraph> graphs = List.of();

        @Setup
        public void generate() {
            graphs = workload.graphs(elements);
        }
    }

    /**
     * Graphs whose terms are all objects of their own, made anew before every operation and outside its time. One
     * operation takes milliseconds, so that reading the clock around each costs nothing that counts.
     */
    @State(Scope.Thread)
    public static class FreshGraphs {
        @Param
        public Workload workload = Workload.WEATHER;

        @Param("400")
        public int elements;

        List<RdfGraph> originals = List.of();
        List<RdfGraph> graphs = List.of();

        @Setup
        public void generate() {
            originals = workload.graphs(elements);
        }

        @Setup(Level.Invocation)
        public void copy() {
            graphs = Terms.fresh(originals);
        }
    }

    @Benchmark
    public void shared(SharedGraphs input, Codec codec, OperationMeter meter, Blackhole hole) throws IOException {
        write(input.graphs, codec, meter, hole);
    }

    @Benchmark
    public void fresh(FreshGraphs input, Codec codec, OperationMeter meter, Blackhole hole) throws IOException {
        write(input.graphs, codec, meter, hole);
    }

    private static void write(List<RdfGraph> graphs, Codec codec, OperationMeter meter, Blackhole hole)
            throws IOException {
        meter.start();
        GraphCodec.Writing writing = codec.codec.writing(codec.framing);
        for (RdfGraph graph : graphs) {
            hole.consume(writing.write(graph));
        }
        meter.stop();
    }
}
