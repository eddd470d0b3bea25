package dev.velella.bench.kafka;

import dev.velella.bench.measure.InterleavedForks;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.record.RecordFormat;
import java.util.List;

/**
 * How much goes through the broker, and how long.
 *
 * @param sizeElements elements of every stream whose bytes are counted
 * @param compressions of the topics whose bytes are counted; the bytes of records are those without compression
 * @param rateFormats those whose rates are measured
 * @param rateElements elements of every stream that is sent over and over again
 * @param rounds forks of every format
 * @param warmUpMillis of a fork, before the first pass
 * @param passMillis length of a measured pass
 * @param forkOptions of the JVM of a fork
 * @param brokerOptions of the broker's JVM
 */
public record KafkaScale(
        int sizeElements,
        List<Compression> compressions,
        List<RecordFormat> rateFormats,
        int rateElements,
        int rounds,
        int warmUpMillis,
        int passMillis,
        List<String> forkOptions,
        List<String> brokerOptions) {
    private static final List<Compression> BOTH = List.of(Compression.values());
    private static final List<RecordFormat> ALL = List.of(RecordFormat.values());
    private static final List<String> SHORT_LIVED = List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /** The scale of published figures. */
    public static final KafkaScale FULL = new KafkaScale(
            10_000, BOTH, ALL, 2_000, 3, 2_500, 1_000, InterleavedForks.JVM_OPTIONS, BenchmarkBroker.JVM_OPTIONS);

    /** Whether everything works; the rates say little. */
    public static final KafkaScale QUICK = new KafkaScale(
            1_000, BOTH, ALL, 300, 1, 500, 150, InterleavedForks.JVM_OPTIONS, BenchmarkBroker.JVM_OPTIONS);

    /** Whether it runs at all. */
    public static final KafkaScale SMOKE = new KafkaScale(
            150,
            List.of(Compression.NONE),
            List.of(RecordFormat.VELELLA, RecordFormat.RDF_PATCH_TEXT),
            30,
            1,
            10,
            10,
            SHORT_LIVED,
            SHORT_LIVED);

    /** The same with so many rounds. */
    public KafkaScale withRounds(int number) {
        return new KafkaScale(
                sizeElements,
                compressions,
                rateFormats,
                rateElements,
                number,
                warmUpMillis,
                passMillis,
                forkOptions,
                brokerOptions);
    }
}
