package dev.velella.converter;

import dev.velella.frame.DictionaryPlace;
import dev.velella.frame.EncodedFrame;
import dev.velella.frame.FrameResult.Continuity;
import dev.velella.frame.FrameResult.Reason;
import dev.velella.rdf.ElementKind;
import dev.velella.record.LookBackOutcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts the work of one converter since it was made. Thread-safe: may be read at any time. */
final class ConverterCounts {
    final Traffic encoded = new Traffic();
    final Traffic decoded = new Traffic();
    final AtomicLong keyFrames = new AtomicLong();
    final AtomicLong newStreams = new AtomicLong();
    final AtomicLong duplicates = new AtomicLong();
    final AtomicLong lost = new AtomicLong();
    final AtomicLong lookBackRecords = new AtomicLong();
    final AtomicLong streamsHeld = new AtomicLong();
    final AtomicLong stateBytes = new AtomicLong();
    private final Map<Reason, AtomicLong> missing = zeros(Reason.class, AtomicLong::new);
    private final Map<LookBackOutcome, AtomicLong> lookBacks = zeros(LookBackOutcome.class, AtomicLong::new);

    /**
     * The frame that was counted last. A record that Connect converts again gets the same frame, which is not counted
     * again.
     */
    private @Nullable EncodedFrame lastEncoded;

    private static <E extends Enum<E>, C> Map<E, C> zeros(Class<E> type, Supplier<C> zero) {
        Map<E, C> zeros = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            zeros.put(constant, zero.get());
        }
        return zeros;
    }

    private static <E extends Enum<E>, C> C of(Map<E, C> counts, E constant) {
        return Objects.requireNonNull(counts.get(constant));
    }

    /** The base of a record: the data without which it cannot be decoded. */
    enum Base {
        /** Nothing. */
        SELF_CONTAINED,
        /** The record before it. */
        STATEFUL,
        /** A dictionary. */
        DICTIONARY
    }

    /** Records and bytes of values, by kind and base. */
    static final class Traffic {
        private final Map<Base, Map<ElementKind, Volume>> volumes =
                zeros(Base.class, () -> zeros(ElementKind.class, Volume::new));

        private Volume of(ElementKind kind, Base base) {
            return ConverterCounts.of(ConverterCounts.of(volumes, base), kind);
        }

        /**
         * Must not be called by several threads at a time. It uses no atomic addition, because such an addition waits
         * for earlier writes of the thread.
         */
        private void count(ElementKind kind, Base base, int length) {
            Volume volume = of(kind, base);
            volume.records.setRelease(volume.records.getPlain() + 1);
            volume.bytes.setRelease(volume.bytes.getPlain() + length);
        }

        private void countAlone(ElementKind kind, int length) {
            Volume volume = of(kind, Base.SELF_CONTAINED);
            volume.records.incrementAndGet();
            volume.bytes.addAndGet(length);
        }

        long records(ElementKind kind, Base base) {
            return of(kind, base).records.get();
        }

        long bytes(ElementKind kind, Base base) {
            return of(kind, base).bytes.get();
        }
    }

    private static final class Volume {
        private final AtomicLong records = new AtomicLong();
        private final AtomicLong bytes = new AtomicLong();
    }

    /** Counts a frame that was encoded. Must not be called by several threads at a time. */
    void encoded(EncodedFrame frame) {
        if (frame == lastEncoded) {
            return;
        }
        lastEncoded = frame;
        DictionaryPlace place = frame.place();
        if (frame.isStateful()) {
            encoded.count(frame.kind(), Base.STATEFUL, frame.value().length);
            if (frame.isKeyFrame()) {
                keyFrames.incrementAndGet();
            }
            if (frame.beginsStream()) {
                newStreams.incrementAndGet();
            }
        } else if (place != null && place.dictionary() != null) {
            encoded.count(frame.kind(), Base.DICTIONARY, frame.value().length);
        } else {
            encodedAlone(frame);
        }
    }

    /** Counts a self-contained frame. May be called by several threads at a time. */
    void encodedAlone(EncodedFrame frame) {
        encoded.countAlone(frame.kind(), frame.value().length);
    }

    /**
     * Counts a record that was decoded. Must not be called by several threads at a time.
     *
     * @param base the base of the record
     */
    void decoded(ElementKind kind, Base base, int length, Continuity continuity) {
        if (base == Base.SELF_CONTAINED) {
            decoded.countAlone(kind, length);
        } else {
            decoded.count(kind, base, length);
        }
        if (continuity.lost() != 0) {
            lost.addAndGet(continuity.lost());
        }
        if (continuity.kind() == Continuity.Kind.DUPLICATE) {
            duplicates.incrementAndGet();
        }
    }

    void decodedAlone(ElementKind kind, int length) {
        decoded.countAlone(kind, length);
    }

    void missing(Reason reason) {
        of(missing, reason).incrementAndGet();
    }

    long missingOf(Reason reason) {
        return of(missing, reason).get();
    }

    void lookedBack(LookBackOutcome outcome, long records) {
        of(lookBacks, outcome).incrementAndGet();
        lookBackRecords.addAndGet(records);
    }

    long lookBacksOf(LookBackOutcome outcome) {
        return of(lookBacks, outcome).get();
    }

    /** Sets the size of the decoder's state. */
    void held(int streams, long bytes) {
        streamsHeld.setRelease(streams);
        stateBytes.setRelease(bytes);
    }
}
