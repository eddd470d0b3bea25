package dev.velella.bench.data;

import dev.velella.bench.measure.Scale;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;

/** Streams of graphs that the contenders write and read; the same on every machine and in every run. */
public enum Workload {
    /**
     * One simulated weather station: the 115 triples of each named graph. Nearly all terms recur in every graph; 9
     * times and about 3 values change.
     */
    WEATHER {
        @Override
        public List<RdfGraph> elements(int count) {
            WeatherSimulator simulator = new WeatherSimulator(WeatherOptions.of(SEED, count));
            List<RdfGraph> graphs = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                SimulatedElement element = Objects.requireNonNull(simulator.next());
                graphs.add(element.graph());
            }
            return graphs;
        }

        @Override
        public List<RdfGraph> generate(int count) {
            return elements(count).stream()
                    .map(element -> RdfGraph.of(element.statements().stream()
                            .filter(statement -> statement.getContext() != null)
                            .toList()))
                    .toList();
        }
    },

    /** {@link BsbmProducts}, one graph a product. */
    BSBM {
        @Override
        public List<RdfGraph> elements(int count) {
            List<RdfGraph> graphs = new ArrayList<>(count);
            new BsbmProducts(count, SEED).forEachRemaining(graphs::add);
            return graphs;
        }

        @Override
        public List<RdfGraph> generate(int count) {
            return elements(count);
        }
    };

    private static final long SEED = 1;

    /** The first elements of the stream as a source makes them, with their graph names. */
    public abstract List<RdfGraph> elements(int count);

    /** The same graphs without what stands beside the named graph; contexts are left as they are. */
    public abstract List<RdfGraph> generate(int count);

    /** How many graphs of the stream a benchmark of that scale takes. */
    public int length(Scale scale) {
        return this == WEATHER ? scale.weatherGraphs() : scale.products();
    }

    /** Fewer, as they are made anew before every operation: time spent so is not measured. */
    public int freshLength(Scale scale) {
        return this == WEATHER ? scale.weatherGraphs() / 2 : scale.products() / 5;
    }

    /** The first graphs of the stream, triples only; equal terms are one object. */
    public List<RdfGraph> graphs(int count) {
        return Terms.shared(generate(count));
    }

    /**
     * What changes from each graph of the stream to the next: one transaction a patch, deletes before adds. The first
     * patch adds the whole first graph.
     */
    List<RdfPatch> patches(int count) {
        List<RdfPatch> patches = new ArrayList<>(count);
        Set<Statement> previous = Set.of();
        for (RdfGraph graph : graphs(count)) {
            Set<Statement> current = new LinkedHashSet<>(graph.statements());
            patches.add(RdfPatch.change(minus(previous, current), minus(current, previous)));
            previous = current;
        }
        return patches;
    }

    /**
     * The same patches with their deletes, and after them their adds, in the order of subject, predicate and object as
     * text: the order of a sorted RDF Patch file. Equal objects of equal predicates come closer together.
     */
    static List<RdfPatch> sorted(List<RdfPatch> patches) {
        Comparator<Statement> order = Comparator.comparing(
                        (Statement st) -> st.getSubject().toString())
                .thenComparing(st -> st.getPredicate().toString())
                .thenComparing(st -> st.getObject().toString());
        return patches.stream()
                .map(patch -> RdfPatch.change(
                        patch.operations().stream()
                                .filter(PatchOperation.Delete.class::isInstance)
                                .map(row -> ((PatchOperation.Delete) row).statement())
                                .sorted(order)
                                .toList(),
                        patch.operations().stream()
                                .filter(PatchOperation.Add.class::isInstance)
                                .map(row -> ((PatchOperation.Add) row).statement())
                                .sorted(order)
                                .toList()))
                .toList();
    }

    private static List<Statement> minus(Set<Statement> from, Set<Statement> others) {
        return from.stream().filter(statement -> !others.contains(statement)).toList();
    }

    /** Statements of all the graphs. */
    public static long triples(List<RdfGraph> graphs) {
        return graphs.stream().mapToLong(graph -> graph.statements().size()).sum();
    }

    /** Adds and deletes of all the patches; borders of transactions are not counted. */
    public static long changes(List<RdfPatch> patches) {
        return patches.stream()
                .mapToLong(patch -> patch.operations().stream()
                        .filter(row -> !(row instanceof PatchOperation.Transaction))
                        .count())
                .sum();
    }

    /** As it stands in the names of scenarios and figures. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
