package dev.velella.status.read;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Metrics of all parts at one moment. Immutable.
 *
 * @param samples the values
 * @param failures the sources that did not answer, with the reason, by address
 */
public record Metrics(List<Sample> samples, Map<String, String> failures) {
    public Metrics {
        samples = List.copyOf(samples);
        failures = Map.copyOf(failures);
    }

    /** No metrics. */
    public static final Metrics NONE = new Metrics(List.of(), Map.of());

    /** Where metrics come from. */
    public interface Source {
        /** The present values. Does not throw: a source that does not answer is among the failures. */
        Metrics read();
    }

    /** Values of a metric. */
    public Stream<Sample> of(String name) {
        return samples.stream().filter(sample -> sample.name().equals(name));
    }

    /** The largest value of a metric of a connector, values below 0 left out. */
    public OptionalDouble most(String name, String connector) {
        return of(name).filter(ofConnector(connector))
                .mapToDouble(Sample::value)
                .filter(value -> value >= 0)
                .max();
    }

    /** The sum of a metric over all partitions and tasks of a connector, values below 0 left out. */
    public OptionalDouble sum(String name, String connector) {
        List<Double> values = of(name).filter(ofConnector(connector))
                .map(Sample::value)
                .filter(value -> value >= 0)
                .toList();
        return values.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        values.stream().mapToDouble(Double::doubleValue).sum());
    }

    /** Sums of a metric by a label. */
    public Map<String, Double> sums(String name, String label) {
        return of(name).collect(Collectors.groupingBy(s -> s.label(label), Collectors.summingDouble(Sample::value)));
    }

    private static Predicate<Sample> ofConnector(String connector) {
        return sample -> sample.label("connector").equals(connector);
    }
}
