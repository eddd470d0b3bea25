package dev.velella.source.wikibase;

import java.util.regex.Pattern;
import org.apache.kafka.common.config.AbstractConfig;
import org.jspecify.annotations.Nullable;

/**
 * Which events are taken. Immutable.
 *
 * @param entities pattern of the ids of entities
 * @param domain domain of the entities; null for every one
 * @param topic topic of the events; null for every one
 */
record EventFilter(Pattern entities, @Nullable String domain, @Nullable String topic) {
    /** Domain of the events that only test whether the stream works. */
    private static final String CANARY = "canary";

    static EventFilter of(AbstractConfig config) {
        return new EventFilter(
                WikibaseOptions.entities(config),
                WikibaseOptions.DOMAIN.orNull(config),
                WikibaseOptions.TOPIC.orNull(config));
    }

    boolean takes(RdfChange change) {
        String from = change.origin().domain();
        return !from.equals(CANARY)
                && (domain == null || domain.equals(from))
                && (topic == null || topic.equals(change.origin().topic()))
                && entities.matcher(change.entity()).matches();
    }
}
