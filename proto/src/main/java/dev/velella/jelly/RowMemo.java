package dev.velella.jelly;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Statement rows that recur, with what they mean: graphs of one stream are often the same but for a few statements.
 *
 * <p>A row of the same bytes means the same when the running prefix and name are the same, the terms it leaves out are
 * the same objects, and the table entries it refers to are the same objects. A row is learned when it is met a second
 * time, and the memo rests while few rows recur. Rows with literals are not learned: they seldom recur for long. Holds at most {@value #SLOTS} rows of at most {@value #LONGEST} bytes.
 */
final class RowMemo {
    private static final int LAST_SUBJECT_TAG = 0x22;
    private static final int SLOTS = 1 << 13;
    private static final int LONGEST = 16;

    /** Rows after which the memo decides whether it pays, and rests if it does not. */
    private static final int TRIAL = 2048;

    private static final int LONGEST_REST = 1 << 18;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final @Nullable Entry[] entries = new Entry[SLOTS];
    private final int[] met = new int[SLOTS];
    private int asked;
    private int found;
    private int resting;
    private int rest = TRIAL;

    private long first;
    private long last;
    private int hash;

    /** One row: its bytes, which are the first and the last eight of it, what it refers to, and what it means. */
    static final class Entry {
        private final int length;
        private final long first;
        private final long last;
        private final int prefixBefore;
        private final int nameBefore;

        /** Table entries that the row refers to; valid as of a version of the tables. */
        final TermDecoder.Uses uses;

        /** Terms that the row leaves out; null where it has its own. */
        final @Nullable Resource repeatedSubject;

        final @Nullable IRI repeatedPredicate;
        final @Nullable Value repeatedObject;

        final Resource subject;
        final IRI predicate;
        final Value object;

        /** Tells the subject from others, as well as can be. */
        final int subjectKey;

        /** The statement that was made last, and its graph. */
        Statement statement;

        @Nullable
        Resource graph;

        Entry(
                RowMemo memo,
                int length,
                int prefixBefore,
                int nameBefore,
                TermDecoder.Uses uses,
                Statement statement,
                @Nullable Resource graph,
                boolean[] given,
                int subjectKey) {
            this.length = length;
            first = memo.first;
            last = memo.last;
            this.prefixBefore = prefixBefore;
            this.nameBefore = nameBefore;
            this.uses = uses;
            this.statement = statement;
            this.graph = graph;
            this.subjectKey = subjectKey;
            subject = statement.getSubject();
            predicate = statement.getPredicate();
            object = statement.getObject();
            repeatedSubject = given[0] ? null : subject;
            repeatedPredicate = given[1] ? null : predicate;
            repeatedObject = given[2] ? null : object;
        }
    }

    /** Whether to look a row up, or to leave it because few rows recur. */
    boolean isWorthAsking() {
        if (resting > 0) {
            resting--;
            return false;
        }
        if (asked >= TRIAL) {
            if (found < asked / 8) {
                resting = rest;
                rest = Math.min(rest * 4, LONGEST_REST);
            } else {
                rest = TRIAL;
            }
            asked = 0;
            found = 0;
        }
        return true;
    }

    /**
     * The entry of a row, without regard to what it refers to; null if there is none.
     *
     * @param subject any number that tells last subjects apart, so that rows that repeat them do not share a slot
     */
    @Nullable
    Entry find(byte[] a, int start, int end, int prefix, int name, int subject) {
        int length = end - start;
        asked++;
        hash = 0;
        if (length > LONGEST || end < 8) {
            return null;
        }
        last = (long) LONGS.get(a, end - 8);
        if (length >= 8) {
            first = (long) LONGS.get(a, start);
        } else {
            first = 0;
            last = length == 0 ? 0 : last >>> ((8 - length) * 8);
        }
        long mixed = (first * 0x9E3779B97F4A7C15L ^ last) * 0xC2B2AE3D27D4EB4FL
                + (prefix * 31L + name) * 0x165667B19E3779F9L
                + (length > 0 && a[start] <= LAST_SUBJECT_TAG ? 0 : subject * 0x27D4EB2F165667C5L)
                + length;
        mixed ^= mixed >>> 32;
        hash = (int) ((mixed * 0x9E3779B97F4A7C15L) >>> 32) | 1;
        Entry entry = entries[hash >>> 19];
        if (entry == null
                || entry.first != first
                || entry.last != last
                || entry.nameBefore != name
                || entry.prefixBefore != prefix
                || entry.length != length) {
            return null;
        }
        return entry;
    }

    /** The entry that {@link #find} gave was right. */
    void wasRight() {
        found++;
    }

    /** Whether the row that was looked up last has been met before, and so is worth to be learned. */
    boolean isMetAgain() {
        if (hash == 0) {
            return false;
        }
        int slot = hash >>> 19;
        if (met[slot] == hash) {
            return true;
        }
        met[slot] = hash;
        return false;
    }

    /** Keeps an entry for the row that was looked up last. */
    void learn(Entry entry) {
        entries[hash >>> 19] = entry;
    }
}
