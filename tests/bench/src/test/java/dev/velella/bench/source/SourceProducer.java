package dev.velella.bench.source;

import java.util.List;
import java.util.Map;

/** Settings of the producer through which messages go to Kafka. All ways have the same ones. */
enum SourceProducer {
    /** As the sample configurations set it. */
    SAMPLES(
            "",
            "as in the samples",
            Map.of("compression.type", "zstd", "batch.size", "65536", "linger.ms", "20", "enable.idempotence", "true")),

    /** As Connect makes it where the connector sets nothing. */
    CONNECT("-connect-defaults", "Connect's defaults", Map.of("enable.idempotence", "false"));

    private final String suffix;
    private final String title;
    private final Map<String, String> properties;

    SourceProducer(String suffix, String title, Map<String, String> properties) {
        this.suffix = suffix;
        this.title = title;
        this.properties = properties;
    }

    /** Settings that are measured with a payload; Connect's defaults with JSON only, where the same limit shows. */
    static List<SourceProducer> of(SourcePayload payload) {
        return payload == SourcePayload.JSON ? List.of(values()) : List.of(SAMPLES);
    }

    /** End of the name of a scenario. */
    String suffix() {
        return suffix;
    }

    String title() {
        return title;
    }

    Map<String, String> properties() {
        return properties;
    }
}
