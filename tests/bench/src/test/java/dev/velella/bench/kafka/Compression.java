package dev.velella.bench.kafka;

import java.util.Locale;

/** How the producer compresses batches: values of {@code compression.type}. */
enum Compression {
    /** Not at all. */
    NONE,
    /** Zstandard at the level that Kafka has by default. */
    ZSTD;

    /** The producer's setting, as it stands in the names of figures too. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
