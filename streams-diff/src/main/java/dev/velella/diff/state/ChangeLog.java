package dev.velella.diff.state;

import dev.velella.record.ChangeVersion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a stream that were taken last, in the order of their versions. All changes before the horizon are in the
 * graph, or were replaced by a whole graph. Immutable; callers must not change the arrays.
 *
 * @param horizon the newest change that is no longer in the list; null before the first
 * @param entries changes after the horizon
 */
public record ChangeLog(@Nullable Entry horizon, List<Entry> entries) {
    /** Most statements that a log names, whatever the number of its changes. */
    private static final int MOST_TOUCHED = 10_000;

    /** The log of a stream without changes. */
    public static final ChangeLog NONE = new ChangeLog(null, List.of());

    /**
     * A change.
     *
     * @param print fingerprint of its content, which tells a repetition from another change of the same version
     * @param touched hashes of the statements that it adds and deletes
     */
    @SuppressWarnings("ArrayRecordComponent") // compared nowhere
    public record Entry(ChangeVersion version, long print, long[] touched) {
        boolean isSame(Entry other) {
            return version.equals(other.version) && print == other.print;
        }

        private Entry withoutStatements() {
            return new Entry(version, print, new long[0]);
        }
    }

    /** Makes an immutable copy of the list. */
    public ChangeLog {
        entries = List.copyOf(entries);
    }

    /** Whether the change was taken already. */
    public boolean has(Entry change) {
        return (horizon != null && horizon.isSame(change)) || entries.stream().anyMatch(change::isSame);
    }

    /** Whether the change is so old that nothing can be said about its place. */
    public boolean isBehind(Entry change) {
        return horizon != null && change.version().compareTo(horizon.version()) < 0;
    }

    /** Hashes of the statements that changes after a version touch. */
    public Set<Long> touchedAfter(ChangeVersion version) {
        Set<Long> touched = new HashSet<>();
        for (Entry entry : entries) {
            if (entry.version().compareTo(version) > 0) {
                for (long hash : entry.touched()) {
                    touched.add(hash);
                }
            }
        }
        return touched;
    }

    /**
     * The log with one more change of single statements.
     *
     * @param most largest number of changes in the log
     */
    public ChangeLog with(Entry change, int most) {
        List<Entry> all = new ArrayList<>(entries);
        int place = all.size();
        while (place > 0 && all.get(place - 1).version().compareTo(change.version()) > 0) {
            place--;
        }
        all.add(place, change);
        int touched = all.stream().mapToInt(entry -> entry.touched().length).sum();
        Entry behind = horizon;
        while (all.size() > most || (touched > MOST_TOUCHED && all.size() > 1)) {
            Entry oldest = all.remove(0);
            touched -= oldest.touched().length;
            behind = oldest.withoutStatements();
        }
        return new ChangeLog(behind, all);
    }

    /** The log after a change that replaces all before it. */
    public ChangeLog replacedBy(Entry whole) {
        List<Entry> later = entries.stream()
                .filter(entry -> entry.version().compareTo(whole.version()) > 0)
                .toList();
        return new ChangeLog(whole.withoutStatements(), later);
    }

    byte[] toBytes() {
        StateOutput out = new StateOutput();
        out.octet(1); // format
        out.octet(horizon == null ? 0 : 1);
        if (horizon != null) {
            write(horizon, out);
        }
        out.number(entries.size());
        for (Entry entry : entries) {
            write(entry, out);
            out.number(entry.touched().length);
            for (long hash : entry.touched()) {
                out.fixed(hash);
            }
        }
        return out.toByteArray();
    }

    private static void write(Entry entry, StateOutput out) {
        out.number(entry.version().number());
        out.signed(entry.version().time());
        out.fixed(entry.print());
    }

    /** @throws IllegalArgumentException if the bytes are not a log */
    static ChangeLog read(byte[] bytes) {
        StateInput in = new StateInput(bytes);
        if (in.octet() != 1) {
            throw new IllegalArgumentException("changes in an unknown format");
        }
        Entry horizon = in.octet() == 0 ? null : entry(in);
        int count = in.below(bytes.length + 1L);
        List<Entry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Entry entry = entry(in);
            long[] touched = new long[in.below(bytes.length + 1L)];
            for (int j = 0; j < touched.length; j++) {
                touched[j] = in.fixed();
            }
            entries.add(new Entry(entry.version(), entry.print(), touched));
        }
        return new ChangeLog(horizon, entries);
    }

    private static Entry entry(StateInput in) {
        return new Entry(new ChangeVersion(in.number(), in.signed()), in.fixed(), new long[0]);
    }
}
