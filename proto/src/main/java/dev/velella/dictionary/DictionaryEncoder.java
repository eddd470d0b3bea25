package dev.velella.dictionary;

import dev.velella.jelly.JellyEncoder;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.write.TermCounts;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes elements of one kind as frames that build on a dictionary, and chooses the dictionary.
 *
 * <p>The first dictionary holds the terms of the first element. After {@value #TRAINING} elements, and then at most once a
 * minute, the encoder chooses again from the terms of so many elements. It takes the new dictionary if the last elements
 * become smaller with it by more than a fiftieth.
 *
 * <p>A frame is self-contained in two cases: the dictionary could not be stored, or is not in the store any more and
 * cannot be stored again; or the element needs more entries than the tables have room for beside the dictionary. Frames do not depend on each other, so a frame that is lost or never
 * sent does no harm. Not thread-safe.
 */
public final class DictionaryEncoder {
    /** Number of elements whose terms are counted for a dictionary. */
    static final int TRAINING = 100;

    /** Number of elements that are written with both dictionaries, to compare them. */
    private static final int COMPARED = 16;

    private static final long RENEWAL_NS = 60_000_000_000L;

    /** Least time after which the encoder tries again to store a dictionary. */
    private static final long RETRY_NS = 10_000_000_000L;

    /**
     * The encoder waits so many times as long as the last try took. The thread of the encoder waits for a store that does
     * not answer, so at most a tenth of its time goes into tries.
     */
    private static final int PAUSE_PER_TRY = 9;

    private final Function<ElementKind, JellyEncoder<StreamElement>> encoders;
    private final ElementKind kind;
    private final DictionaryStore store;
    private final LongSupplier nanoTime;
    private final JellyEncoder<StreamElement> selfContained;

    /** Null while there is no dictionary. */
    private @Nullable Writer writer;

    /** Null while no terms are counted. */
    private @Nullable TermCounts counts;

    private final Deque<StreamElement> last = new ArrayDeque<>(COMPARED);
    private long chosenAt;
    private boolean hasTried;
    private long triedAt;
    private long pauseNs = RETRY_NS;

    /** A dictionary and the encoder that writes with it. */
    private record Writer(Dictionary dictionary, JellyEncoder<StreamElement> encoder) {}

    /**
     * An encoder without dictionary.
     *
     * @param encoders makes encoders of frames, all with the same options
     * @param nanoTime any steadily growing count of ns
     */
    public DictionaryEncoder(
            ElementKind kind,
            Function<ElementKind, JellyEncoder<StreamElement>> encoders,
            DictionaryStore store,
            LongSupplier nanoTime) {
        this.kind = kind;
        this.encoders = encoders;
        this.store = store;
        this.nanoTime = nanoTime;
        selfContained = encoders.apply(kind);
        counts = new TermCounts();
    }

    /**
     * Writes the frame of an element.
     *
     * @throws MalformedJellyException if options or limits cannot carry the element; nothing has changed but the counts of
     *     terms
     */
    public DictionaryFrame encode(StreamElement element) {
        choose(element);
        Writer current = writer;
        if (current != null && isHeld(current)) {
            try {
                return new DictionaryFrame(current.encoder.encodeOnDictionary(element), current.dictionary);
            } catch (MalformedJellyException e) {
                // It may fit without the dictionary. If it does not, the same error comes again.
            }
        }
        return new DictionaryFrame(selfContained.encode(element), null);
    }

    /** Whether readers find the dictionary. One that is gone is stored again when it is time to try. */
    private boolean isHeld(Writer current) {
        if (store.holds(current.dictionary)) {
            return true;
        }
        if (!store.isReady() || !mayTry(nanoTime.getAsLong())) {
            return false;
        }
        return take(current);
    }

    private boolean mayTry(long now) {
        return !hasTried || now - triedAt >= pauseNs;
    }

    /** Chooses a dictionary if it is time to. */
    private void choose(StreamElement element) {
        long now = nanoTime.getAsLong();
        if (counts == null) {
            if (now - chosenAt < RENEWAL_NS || now - triedAt < pauseNs) {
                return;
            }
            counts = new TermCounts();
        }
        selfContained.count(element, counts);
        if (last.size() == COMPARED) {
            last.removeFirst();
        }
        last.addLast(element);
        if (writer == null) {
            if (store.isReady() && mayTry(now)) {
                take(make(counts));
            }
        } else if (counts.elements() >= TRAINING) {
            renew(writer, make(counts));
            counts = null;
            last.clear();
            chosenAt = now;
        }
    }

    private void renew(Writer before, @Nullable Writer after) {
        if (after != null && bytes(after) < bytes(before) * 0.98) {
            take(after);
        }
    }

    private @Nullable Writer make(TermCounts terms) {
        JellyEncoder<StreamElement> encoder = encoders.apply(kind);
        try {
            return new Writer(Dictionary.of(encoder.makeDictionary(terms.terms())), encoder);
        } catch (MalformedJellyException e) {
            return null; // a term that the limits refuse; its element is refused too, with a message
        }
    }

    /** Stores a dictionary, and writes with it if it is durable. */
    private boolean take(@Nullable Writer made) {
        long begun = nanoTime.getAsLong();
        boolean isStored = made != null && store.store(made.dictionary);
        if (isStored) {
            writer = made;
        }
        hasTried = true;
        triedAt = nanoTime.getAsLong();
        pauseNs = Math.max(RETRY_NS, PAUSE_PER_TRY * (triedAt - begun));
        return isStored;
    }

    private long bytes(Writer with) {
        long bytes = 0;
        for (StreamElement element : last) {
            try {
                bytes += with.encoder.encodeOnDictionary(element).length;
            } catch (MalformedJellyException e) {
                bytes += size(element);
            }
        }
        return bytes;
    }

    private long size(StreamElement element) {
        try {
            return selfContained.encode(element).length;
        } catch (MalformedJellyException e) {
            return 0; // neither dictionary makes it smaller
        }
    }
}
