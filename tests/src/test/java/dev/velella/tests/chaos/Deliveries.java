package dev.velella.tests.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.tests.chaos.plugin.Element;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * What one reader made of the records that it saw, each at least once: decoded and compared with what the key says, or
 * reported with a reason. Thread-safe.
 */
final class Deliveries {
    private static final int MOST_EXAMPLES = 5;

    private final String reader;
    private final Isolation isolation;
    private final Map<TopicPartition, BitSet> decoded = new HashMap<>();
    private final Map<TopicPartition, BitSet> reported = new HashMap<>();
    private final Map<String, Long> reasons = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private long count;
    private long wrongCount;

    Deliveries(String reader, Isolation isolation) {
        this.reader = reader;
        this.isolation = isolation;
    }

    Isolation isolation() {
        return isolation;
    }

    /** A record that was decoded. */
    synchronized void decoded(TopicPartition place, long offset, String key, String digest) {
        count++;
        if (digest.equals(Element.of(key).digest())) {
            decoded.computeIfAbsent(place, any -> new BitSet()).set((int) offset);
        } else {
            wrong(place + "@" + offset + ": " + key);
        }
    }

    /** A record that was handed over undecoded. */
    synchronized void reported(TopicPartition place, long offset, String reason) {
        count++;
        reasons.merge(reason, 1L, Long::sum);
        reported.computeIfAbsent(place, any -> new BitSet()).set((int) offset);
    }

    /** Something that is wrong whatever else is right. */
    synchronized void wrong(String what) {
        wrongCount++;
        if (wrong.size() < MOST_EXAMPLES) {
            wrong.add(what);
        }
    }

    /** Number of visible records of which this reader has said nothing yet. */
    synchronized int open(VisibleRecords visible) {
        int open = 0;
        for (Map.Entry<TopicPartition, BitSet> entry : visible.offsets().entrySet()) {
            BitSet rest = (BitSet) entry.getValue().clone();
            rest.andNot(decoded.getOrDefault(entry.getKey(), new BitSet()));
            rest.andNot(reported.getOrDefault(entry.getKey(), new BitSet()));
            open += rest.cardinality();
        }
        return open;
    }

    /** Every visible record was decoded right, or reported if and only if it cannot be decoded; nothing else came. */
    synchronized void verify(VisibleRecords visible) {
        assertThat(wrong).as("%s: wrong values (%d in all)", reader, wrongCount).isEmpty();
        assertThat(open(visible)).as("%s: records it said nothing of", reader).isZero();
        List<String> mistakes = new ArrayList<>();
        decoded.forEach((place, offsets) -> offsets.stream()
                .filter(offset -> !visible.isVisible(place, offset) || !visible.isDecodable(place, offset))
                .forEach(offset -> mistakes.add(place + "@" + offset + " was decoded and could not be")));
        reported.forEach((place, offsets) -> offsets.stream()
                .filter(offset -> !visible.isVisible(place, offset) || visible.isDecodable(place, offset))
                .forEach(offset -> mistakes.add(place + "@" + offset + " was reported and could be decoded")));
        assertThat(mistakes.stream().limit(MOST_EXAMPLES).toList())
                .as("%s: %d mistakes, reasons given: %s", reader, mistakes.size(), reasons)
                .isEmpty();
    }

    synchronized long count() {
        return count;
    }

    synchronized long wrongCount() {
        return wrongCount;
    }

    /** Number of different records reported. */
    synchronized int reportedCount() {
        return reported.values().stream().mapToInt(BitSet::cardinality).sum();
    }

    /** Number of deliveries beyond the first of a record. */
    synchronized long repeated() {
        long once = decoded.values().stream().mapToInt(BitSet::cardinality).sum();
        return count - once - reportedCount();
    }

    synchronized Map<String, Long> reasons() {
        return new TreeMap<>(reasons);
    }

    @Override
    public String toString() {
        return reader;
    }
}
