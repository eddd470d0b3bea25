package dev.velella.sink.intake;

import dev.velella.record.RecordHeaderNames;
import dev.velella.sink.options.InputOptions;
import dev.velella.sink.options.RdfSinkConfig;
import java.util.Set;

/**
 * Recognises records that come from the store itself: stores that replicate each other must not get their own changes
 * back. Immutable.
 */
public final class OriginFilter {
    private final Set<String> excluded;

    public OriginFilter(RdfSinkConfig config) {
        excluded = Set.copyOf(InputOptions.ORIGIN_EXCLUDE.of(config));
    }

    /** Whether the record's header {@code velella.origin} names an excluded origin. */
    public boolean excludes(InputRecord record) {
        if (excluded.isEmpty()) {
            return false;
        }
        String origin = record.header(RecordHeaderNames.ORIGIN);
        return origin != null && excluded.contains(origin);
    }
}
