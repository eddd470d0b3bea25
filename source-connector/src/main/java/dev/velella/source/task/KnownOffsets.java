package dev.velella.source.task;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;

/**
 * The offsets of the worker, without those that a newer version has stored in a form of its own. Offsets have had one form for
 * each source type so far, layout 1, in which the field {@code layout} is missing. A version that stores another form must add
 * it: then this version refuses the offset before the task has read anything, instead of guessing what its fields mean.
 */
record KnownOffsets(OffsetStorageReader offsets) implements OffsetStorageReader {
    private static final String LAYOUT = "layout";

    @Override
    public <T> @Nullable Map<String, Object> offset(Map<String, T> partition) {
        Map<String, Object> offset = offsets.offset(partition);
        check(partition, offset);
        return offset;
    }

    @Override
    public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> partitions) {
        Map<Map<String, T>, Map<String, Object>> found = offsets.offsets(partitions);
        found.forEach(KnownOffsets::check);
        return found;
    }

    private static void check(Map<String, ?> partition, @Nullable Map<String, Object> offset) {
        if (offset != null && offset.get(LAYOUT) instanceof Number layout) {
            throw new ConnectException(
                    "the offset of " + partition + " has layout " + layout
                            + "; this version knows layout 1. A newer version of the connector has stored it: run that version");
        }
    }
}
