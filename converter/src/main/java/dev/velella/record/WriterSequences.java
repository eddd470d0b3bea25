package dev.velella.record;

import dev.velella.frame.FrameResult.Continuity;
import dev.velella.rdf.BoundedMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The last record of each writer, for records that are counted but do not build on each other. Tells losses and
 * repetitions. If there are more writers than the limit, the writer read longest ago is forgotten. Not thread-safe.
 */
final class WriterSequences {
    private static final Continuity FIRST = new Continuity(Continuity.Kind.FIRST, 0);
    private static final Continuity NEXT = new Continuity(Continuity.Kind.NEXT, 0);
    private static final Continuity DUPLICATE = new Continuity(Continuity.Kind.DUPLICATE, 0);
    private static final Continuity REWOUND = new Continuity(Continuity.Kind.REWOUND, 0);

    private final Map<Key, Last> writers;
    private final CRC32C checksum = new CRC32C();

    /** A writer may write to several topics; its number is random, and counts for each topic alone. */
    private record Key(String topic, int writer) {}

    /** @param contents length and checksum of the value */
    private record Last(long sequence, long contents) {}

    /** @param most number of writers that are remembered, at least 1 */
    WriterSequences(int most) {
        writers = new BoundedMap<>(most);
    }

    /**
     * Notes a record that was decoded.
     *
     * @param place place of the record; null if its writer does not count
     * @return how the record follows the last one of its writer
     */
    Continuity next(String topic, VelellaHeader.@Nullable Place place, byte[] value) {
        if (place == null) {
            return Continuity.SELF_CONTAINED;
        }
        checksum.reset();
        checksum.update(value);
        long contents = ((long) value.length << 32) | checksum.getValue();
        Last last = writers.put(new Key(topic, place.writer()), new Last(place.sequence(), contents));
        if (last == null) {
            return FIRST;
        }
        long step = place.sequence() - last.sequence;
        if (step > 1) {
            return new Continuity(Continuity.Kind.AFTER_LOSS, step - 1);
        } else if (step == 0 && last.contents == contents) {
            return DUPLICATE;
        }
        return step == 1 ? NEXT : REWOUND;
    }

    void clear() {
        writers.clear();
    }
}
