package dev.velella.source.options;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks options of Connect about transactions against each other. A transaction that ends by time must end well before the
 * brokers abort it. Otherwise nothing is ever committed, the task stays RUNNING meanwhile, and fails in the end.
 * Stateless.
 */
public final class TransactionCheck {
    private static final String BOUNDARY = "transaction.boundary";
    private static final String INTERVAL = "transaction.boundary.interval.ms";
    private static final String TIMEOUT = "producer.override.transaction.timeout.ms";

    /** Default of the interval, which is the worker's {@code offset.flush.interval.ms}, and of Kafka's time-out. */
    private static final long DEFAULT_MS = 60_000;

    private TransactionCheck() {}

    /**
     * The problems. The map's keys are options, its values messages.
     *
     * @param properties all options of the connector, unparsed
     */
    public static Map<String, String> problems(Map<String, String> properties) {
        if (!"interval".equalsIgnoreCase(properties.get(BOUNDARY))) {
            return Map.of();
        }
        long interval = number(properties.get(INTERVAL));
        long timeout = number(properties.get(TIMEOUT));
        // A third is left for the batch that is under way when the interval ends, and for the commit itself.
        long most = timeout / 3 * 2;
        return interval <= most
                ? Map.of()
                : Map.of(
                        INTERVAL,
                        "is " + interval + (properties.containsKey(INTERVAL) ? "" : " unless it is set")
                                + ", but the brokers abort a transaction after " + timeout + " ms (" + TIMEOUT
                                + (properties.containsKey(TIMEOUT) ? "" : ", which is not set")
                                + "), so nothing would be committed, and the task would fail. Set " + INTERVAL
                                + " to at most " + most + ", or raise the other, or leave " + BOUNDARY + "=poll");
    }

    /** The default if there is none. If it is no number, Kafka refuses the option. */
    private static long number(@Nullable String value) {
        try {
            return value == null ? DEFAULT_MS : Long.parseLong(value.strip());
        } catch (NumberFormatException e) {
            return DEFAULT_MS;
        }
    }
}
