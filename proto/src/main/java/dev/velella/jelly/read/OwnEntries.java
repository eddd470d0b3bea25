package dev.velella.jelly.read;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The entries that a frame sets beside those of its dictionary. Frames of one stream mostly set the same ones, such as
 * the names of one device, so that rows that refer to them mean the same in both frames.
 *
 * <p>An entry is a bit, by its table and its place behind the dictionary. The first entries of each table have a bit of
 * their own; all others share {@link #OTHERS}, and are never the same in two frames. Not thread-safe.
 */
final class OwnEntries {
    /** The bit of all entries without a bit of their own. */
    static final int OTHERS = 1 << 31;

    /** First bit of each table, in the order names, prefixes, datatypes; then the first bit behind them. */
    private static final int[] FIRST = {0, 20, 26, 31};

    private final @Nullable String[] texts = new String[31];

    /** The entries that are set. */
    private int present;

    /**
     * The bit of an entry.
     *
     * @param table 0 for names, 1 for prefixes, 2 for datatypes
     * @param place id of the entry without the number of the dictionary's entries, from 1
     */
    static int bit(int table, int place) {
        int number = FIRST[table] + place - 1;
        return number < FIRST[table + 1] ? 1 << number : OTHERS;
    }

    void set(int table, int place, String text) {
        int bit = bit(table, place);
        if (bit != OTHERS) {
            texts[Integer.numberOfTrailingZeros(bit)] = text;
            present |= bit;
        }
    }

    /**
     * The entries that both hold with the same text, as bits.
     *
     * @param known entries of this object that are known to be the same
     */
    int same(OwnEntries others, int known) {
        int open = present & others.present & ~known;
        return open == 0 ? known : known | compare(others, open);
    }

    private int compare(OwnEntries others, int entries) {
        int same = 0;
        for (int open = entries; open != 0; open &= open - 1) {
            int number = Integer.numberOfTrailingZeros(open);
            String text = texts[number];
            if (text != null && text.equals(others.texts[number])) {
                same |= 1 << number;
            }
        }
        return same;
    }

    void take(OwnEntries others) {
        if ((present | others.present) != 0) {
            System.arraycopy(others.texts, 0, texts, 0, texts.length);
            present = others.present;
        }
    }

    void clear() {
        if (present != 0) {
            Arrays.fill(texts, null);
            present = 0;
        }
    }
}
