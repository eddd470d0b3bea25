package dev.velella.bench.batch;

import dev.velella.bench.data.BsbmProducts;
import dev.velella.bench.data.MixedDevices;
import dev.velella.bench.data.StreamKind;
import dev.velella.diff.compare.RollingDiff;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.PatchPosition;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import dev.velella.source.simulator.WeatherStyle;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.rdf4j.model.Statement;

/** Devices that take turns in one partition. The same on every machine and in every run. */
public enum BatchShape {
    /** One weather station. */
    WEATHER_1(1) {
        @Override
        Supplier<Keyed> source() {
            return weather(1);
        }
    },
    /** A hundred weather stations that take turns. */
    WEATHER_100(100) {
        @Override
        Supplier<Keyed> source() {
            return weather(100);
        }
    },
    /** Ten thousand weather stations that take turns: no station comes twice in a batch. */
    WEATHER_10000(10_000) {
        @Override
        Supplier<Keyed> source() {
            return weather(10_000);
        }
    },
    /** {@link BsbmProducts}: few terms recur. */
    BSBM(1) {
        @Override
        Supplier<Keyed> source() {
            BsbmProducts products = new BsbmProducts(1 << 20, SEED);
            return () -> new Keyed("bsbm", products.next());
        }
    },
    /** {@link MixedDevices}: ten kinds of devices, twenty of each. */
    MIXED(MixedDevices.KINDS * MixedDevices.DEVICES_OF_A_KIND) {
        @Override
        Supplier<Keyed> source() {
            MixedDevices devices = new MixedDevices(SEED);
            int[] second = {0};
            return () -> {
                int device = devices.next();
                return new Keyed(MixedDevices.key(device), RdfGraph.of(devices.report(device, second[0]++)));
            };
        }
    };

    private static final long SEED = 1;
    private static final long START_MS = 1_672_673_797_065L;

    private final int devices;

    BatchShape(int devices) {
        this.devices = devices;
    }

    /** A graph and the key of its device. */
    record Keyed(String key, RdfGraph graph) {}

    abstract Supplier<Keyed> source();

    /** As it stands in the names of figures. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    private static Supplier<Keyed> weather(int stations) {
        WeatherSimulator simulator = new WeatherSimulator(new WeatherOptions(
                SEED,
                stations,
                0,
                LocalDateTime.parse(WeatherOptions.DEFAULT_START),
                WeatherOptions.DEFAULT_BASE,
                WeatherStyle.GRAPHS,
                false,
                0,
                0,
                0));
        return () -> {
            SimulatedElement element = Objects.requireNonNull(simulator.next());
            return new Keyed(element.key(), element.graph());
        };
    }

    /**
     * Consecutive elements of the partition. Patches begin after every device has reported, because first patches hold
     * whole graphs.
     */
    List<BatchElement> elements(StreamKind kind, int count) {
        return kind == StreamKind.GRAPHS ? graphs(count) : patches(count);
    }

    private List<BatchElement> graphs(int count) {
        Supplier<Keyed> source = source();
        Clock clock = new Clock();
        List<BatchElement> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Keyed next = source.get();
            elements.add(new BatchElement(bytes(next.key), next.graph, clock.next(), null));
        }
        return elements;
    }

    private List<BatchElement> patches(int count) {
        TargetGraph target = TargetGraph.of(GraphSettings.DEFAULT);
        Supplier<Keyed> source = source();
        Clock clock = new Clock();
        Map<String, Chain> chains = new HashMap<>();
        List<BatchElement> elements = new ArrayList<>(count);
        while (elements.size() < count) {
            Keyed next = source.get();
            long time = clock.next();
            Chain chain = chains.computeIfAbsent(next.key, key -> new Chain());
            RollingDiff change = chain.advance(target.statements(next.key, next.graph));
            if (chain.number > 1 && chains.size() == devices) {
                PatchPosition position = new PatchPosition(chain.number, chain.hash, false);
                elements.add(new BatchElement(bytes(next.key), change.toPatch(), time, position));
            }
        }
        return elements;
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    /** Times of elements: one a second, with some jitter, as devices have it. */
    private static final class Clock {
        private final Random jitter = new Random(SEED);
        private long ms = START_MS;

        long next() {
            ms += 1_000;
            return ms + jitter.nextInt(50);
        }
    }

    /** The graph of one key, and its place in the chain of patches. */
    private static final class Chain {
        private Set<Statement> graph = Set.of();
        private long hash = GraphHash.EMPTY;
        private long number;

        RollingDiff advance(Set<Statement> next) {
            RollingDiff change = RollingDiff.between(graph, next);
            hash = change.hashAfter(hash);
            number++;
            graph = next;
            return change;
        }
    }
}
