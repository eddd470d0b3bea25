package dev.velella.converter;

import dev.velella.jelly.JellyFrames.Kind;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.FrameResult.Continuity;
import dev.velella.keyframe.FrameResult.Reason;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What one converter has done since it was made. Thread-safe: may be read at any time. */
final class ConverterCounts {
    final Traffic encoded = new Traffic();
    final Traffic decoded = new Traffic();
    final AtomicLong keyFrames = new AtomicLong();
    final AtomicLong newStreams = new AtomicLong();
    final AtomicLong duplicates = new AtomicLong();
    final AtomicLong lost = new AtomicLong();
    final AtomicLong lookBacksRestored = new AtomicLong();
    final AtomicLong lookBacksFailed = new AtomicLong();
    final AtomicLong lookBackRecords = new AtomicLong();
    final AtomicLong streamsHeld = new AtomicLong();
    final AtomicLong stateBytes = new AtomicLong();
    private final Map<Reason, AtomicLong> missing = new EnumMap<>(Reason.class);

    /** The last one counted: a record that is converted once more gets the same frame. */
    private @Nullable EncodedFrame lastEncoded;

    ConverterCounts() {
        for (Reason reason : Reason.values()) {
            missing.put(reason, new AtomicLong());
        }
    }

    /** Records and bytes of values, by kind and mode. */
    static final class Traffic {
        private final Map<Kind, Amount> stateful = amounts();
        private final Map<Kind, Amount> selfContained = amounts();

        private record Amount(AtomicLong records, AtomicLong bytes) {}

        private static Map<Kind, Amount> amounts() {
            Map<Kind, Amount> amounts = new EnumMap<>(Kind.class);
            for (Kind kind : Kind.values()) {
                amounts.put(kind, new Amount(new AtomicLong(), new AtomicLong()));
            }
            return amounts;
        }

        private Amount of(Kind kind, boolean isStateful) {
            return Objects.requireNonNull((isStateful ? stateful : selfContained).get(kind));
        }

        private void count(Kind kind, boolean isStateful, int length) {
            Amount amount = of(kind, isStateful);
            amount.records.incrementAndGet();
            amount.bytes.addAndGet(length);
        }

        long records(Kind kind, boolean isStateful) {
            return of(kind, isStateful).records.get();
        }

        long bytes(Kind kind, boolean isStateful) {
            return of(kind, isStateful).bytes.get();
        }
    }

    /** Not by several threads at a time. */
    void encoded(Kind kind, EncodedFrame frame) {
        if (frame == lastEncoded) {
            return;
        }
        lastEncoded = frame;
        encoded.count(kind, true, frame.value().length);
        if (frame.header().isKeyFrame()) {
            keyFrames.incrementAndGet();
        }
        if (frame.header().seq() == 0) {
            newStreams.incrementAndGet();
        }
    }

    void encodedAlone(Kind kind, int length) {
        encoded.count(kind, false, length);
    }

    void decoded(Kind kind, int length, Continuity continuity) {
        decoded.count(kind, true, length);
        lost.addAndGet(continuity.lost());
        if (continuity.kind() == Continuity.Kind.DUPLICATE) {
            duplicates.incrementAndGet();
        }
    }

    void decodedAlone(Kind kind, int length) {
        decoded.count(kind, false, length);
    }

    void missing(Reason reason) {
        Objects.requireNonNull(missing.get(reason)).incrementAndGet();
    }

    long missingOf(Reason reason) {
        return Objects.requireNonNull(missing.get(reason)).get();
    }

    void lookedBack(boolean restored, long records) {
        (restored ? lookBacksRestored : lookBacksFailed).incrementAndGet();
        lookBackRecords.addAndGet(records);
    }

    /** State of the decoder. */
    void held(int streams, long bytes) {
        streamsHeld.set(streams);
        stateBytes.set(bytes);
    }
}
