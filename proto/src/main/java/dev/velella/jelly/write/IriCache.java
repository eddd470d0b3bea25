package dev.velella.jelly.write;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keeps IRIs that a writer has met, with their parts, so that most IRIs need not be split and hashed again.
 *
 * <p>Streams repeat themselves: after an IRI often comes the same IRI as the last time. Therefore the cache keeps a
 * history: the last IRIs, in the order of the calls. It first compares an IRI with the next one of the history, before
 * it computes a hash. If this fails too often, the cache does not use the history for a while.
 *
 * <p>The cache does not belong to a stream: its contents stay right for ever, and it never takes one IRI for another.
 */
final class IriCache {
    /** An IRI longer than this is not kept, so that the cache holds little memory. */
    private static final int LONGEST_KEPT = 512;

    /** Number of sets of IRIs at first. It grows up to one set for every name of the name table. */
    private static final int INITIAL = 256;

    /** Number of IRIs in a set. */
    private static final int WAYS = 2;

    /** Longest history, in IRIs for each set. */
    private static final int HISTORY = 4;

    private static final int PREFIXES = 256;
    private static final int TRIAL = 1 << 10;
    private static final int PAUSE = 1 << 14;

    private final boolean prefixed;
    private @Nullable CachedIri[] kept = new CachedIri[INITIAL * WAYS];
    private int keptMask = INITIAL - 1;
    private int made;
    private final @Nullable TableText[] prefixes = new TableText[PREFIXES];
    private final TableText noPrefix = new TableText("");
    private @Nullable CachedIri[] history = new CachedIri[INITIAL * WAYS];
    private int historyMask = history.length - 1;
    private final int mostSets;
    private long end;
    private long next;
    private int tries;
    private int hits;
    private int pause;

    /**
     * @param names size of the name table
     * @param prefixed whether IRIs are split
     */
    IriCache(int names, boolean prefixed) {
        this.prefixed = prefixed;
        noPrefix.serial = 0;
        mostSets = Math.max(INITIAL, Integer.highestOneBit(names * 2 - 1));
    }

    /** The entry of an IRI. Makes a new one if there is none. */
    CachedIri get(String iri) {
        if (pause > 0) {
            pause--;
            return find(iri);
        }
        CachedIri guess = history[(int) next & historyMask];
        next++;
        if (guess != null && guess.iri.equals(iri)) {
            hits++;
            remember(guess);
            return guess;
        }
        CachedIri entry = find(iri);
        long last = entry.occurrence;
        if (last >= 0 && history[(int) last & historyMask] == entry) {
            next = last + 1;
        }
        if (iri.length() <= LONGEST_KEPT) {
            remember(entry);
        }
        return entry;
    }

    private void remember(CachedIri entry) {
        if (end == history.length && history.length < mostSets * HISTORY) {
            history = Arrays.copyOf(history, history.length * 2);
            historyMask = history.length - 1;
        }
        entry.occurrence = end;
        history[(int) end & historyMask] = entry;
        end++;
        if (++tries == TRIAL) {
            pause = hits < TRIAL / 2 ? PAUSE : 0;
            tries = 0;
            hits = 0;
        }
    }

    private CachedIri find(String iri) {
        int hash = iri.hashCode();
        int slot = slot(hash);
        CachedIri first = kept[slot];
        if (first != null && first.hash == hash && first.iri.equals(iri)) {
            return first;
        }
        CachedIri second = kept[slot + 1];
        CachedIri found = second != null && second.hash == hash && second.iri.equals(iri) ? second : split(iri, hash);
        if (iri.length() <= LONGEST_KEPT) {
            kept[slot + 1] = first;
            kept[slot] = found;
            if (found != second && ++made > kept.length && keptMask < mostSets - 1) {
                makeRoom();
            }
        }
        return found;
    }

    private int slot(int hash) {
        return (StringTable.spread(hash) & keptMask) * WAYS;
    }

    private void makeRoom() {
        @Nullable CachedIri[] old = kept;
        kept = new CachedIri[old.length * 2];
        keptMask = kept.length / WAYS - 1;
        for (int i = old.length - 1; i >= 0; i--) {
            CachedIri entry = old[i];
            if (entry != null) {
                int slot = slot(entry.hash);
                kept[slot + 1] = kept[slot];
                kept[slot] = entry;
            }
        }
    }

    /**
     * Splits an IRI after the last slash or number sign, or, if it has neither, after the last colon. Does not split it
     * if there is no prefix table.
     */
    private CachedIri split(String iri, int hash) {
        if (!prefixed) {
            return new CachedIri(iri, hash, noPrefix);
        }
        int split = iri.length();
        while (split > 0 && iri.charAt(split - 1) != '/' && iri.charAt(split - 1) != '#') {
            split--;
        }
        if (split == 0) {
            split = iri.lastIndexOf(':') + 1;
        }
        return new CachedIri(iri, hash, prefix(iri, split));
    }

    /** The prefix of an IRI. IRIs with the same prefix come to share one object. */
    private TableText prefix(String iri, int length) {
        int slot = length;
        for (int i = Math.max(0, length - 5); i < length; i++) {
            slot = slot * 31 + iri.charAt(i);
        }
        slot = StringTable.spread(slot) & (PREFIXES - 1);
        TableText known = prefixes[slot];
        if (known != null && known.text.length() == length && iri.startsWith(known.text)) {
            return known;
        }
        TableText made = new TableText(iri.substring(0, length));
        if (length <= LONGEST_KEPT) {
            prefixes[slot] = made;
        }
        return made;
    }
}
