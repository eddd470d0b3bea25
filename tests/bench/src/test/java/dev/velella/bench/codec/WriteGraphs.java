package dev.velella.bench.codec;

import dev.velella.bench.data.Terms;
import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.OperationMeter;
import dev.velella.rdf.RdfGraph;
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

/** One operation writes a whole stream of graphs with a new writer. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WriteGraphs {
    private static final int FRESH_AT_ONCE = 10;

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

    /** Graphs whose terms all become objects of their own before they are written. */
    @State(Scope.Thread)
    public static class FreshGraphs {
        @Param
        public Workload workload = Workload.WEATHER;

        @Param("400")
        public int elements;

        List<RdfGraph> originals = List.of();

        @Setup
        public void generate() {
            originals = workload.graphs(elements);
        }
    }

    @Benchmark
    public void shared(SharedGraphs input, Codec codec, OperationMeter meter, Blackhole hole) throws IOException {
        meter.start();
        write(input.graphs, codec.codec.writing(codec.framing), hole);
        meter.stop();
        meter.endOperation();
    }

    /**
     * As a producer does it: graphs are written soon after they were made. Making them is not measured; a few are made at
     * a time, so that reading the meter around them costs nothing that counts.
     */
    @Benchmark
    public void fresh(FreshGraphs input, Codec codec, OperationMeter meter, Blackhole hole) throws IOException {
        GraphCodec.Writing writing = codec.codec.writing(codec.framing);
        List<RdfGraph> originals = input.originals;
        for (int from = 0; from < originals.size(); from += FRESH_AT_ONCE) {
            List<RdfGraph> graphs =
                    Terms.fresh(originals.subList(from, Math.min(originals.size(), from + FRESH_AT_ONCE)));
            meter.start();
            write(graphs, writing, hole);
            meter.stop();
        }
        meter.endOperation();
    }

    private static void write(List<RdfGraph> graphs, GraphCodec.Writing writing, Blackhole hole) throws IOException {
        for (RdfGraph graph : graphs) {
            hole.consume(writing.write(graph));
        }
    }
}
