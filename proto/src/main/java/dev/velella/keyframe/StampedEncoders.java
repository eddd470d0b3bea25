package dev.velella.keyframe;

import dev.velella.bounded.BoundedMap;
import dev.velella.rdf.StreamElement;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encoders of one source's records for many partitions, steered by the stamps of the records.
 *
 * <p>A record that is handed over again with the number it had (Connect converts a record again after a failure that may
 * be retried) gets the same bytes again, as long as it is the last of its partition and holds the same. A number that
 * goes down, the same number with other contents, another count of losses, a reported loss or an exception begins a new stream. Numbers
 * may be left out: a record that was filtered after it was stamped never was part of the stream.
 *
 * <p>Bounded: of more than the given number of partitions the one used longest ago is forgotten, and begins a new stream
 * when it comes back. Not thread-safe.
 */
public final class StampedEncoders {
    private final EncoderSettings settings;
    private final LossReports losses;

    /** In order of use, the one used longest ago first. */
    private final Map<Place, Sender> senders;

    private record Place(String topic, int partition) {}

    /** @param maxPartitions number of partitions whose state is kept, at least 1 */
    public StampedEncoders(EncoderSettings settings, int maxPartitions, LossReports losses) {
        this.settings = settings;
        senders = new BoundedMap<>(maxPartitions);
        this.losses = losses;
    }

    /**
     * The record of an element.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the element; the next record of
     *     the partition begins a new stream
     */
    public EncodedFrame encode(String topic, PartitionStamp stamp, StreamElement element) {
        return sender(topic, stamp).encode(stamp, element);
    }

    private Sender sender(String topic, PartitionStamp stamp) {
        return senders.computeIfAbsent(
                new Place(topic, stamp.partition()), place -> new Sender(new PartitionEncoder(settings), losses));
    }

    /** The encoder of one partition and the last record it wrote. */
    private static final class Sender {
        private final PartitionEncoder encoder;
        private final LossReports losses;
        private long lossesSeen;
        private long ordinal = -1;
        private long stampedLosses;
        private @Nullable StreamElement element;
        private @Nullable EncodedFrame frame;

        Sender(PartitionEncoder encoder, LossReports losses) {
            this.encoder = encoder;
            this.losses = losses;
        }

        EncodedFrame encode(PartitionStamp stamp, StreamElement next) {
            EncodedFrame last = frame;
            boolean lost = isLossReported();
            if (last != null
                    && stamp.ordinal() == ordinal
                    && stamp.losses() == stampedLosses
                    && !lost
                    && Objects.equals(element, next)) {
                return last;
            }
            if (stamp.ordinal() <= ordinal || stamp.losses() != stampedLosses || lost) {
                encoder.newStream();
            }
            frame = null;
            ordinal = stamp.ordinal();
            stampedLosses = stamp.losses();
            EncodedFrame written = encoder.encode(next);
            element = next;
            frame = written;
            return written;
        }

        private boolean isLossReported() {
            long reports = losses.count();
            if (reports == lossesSeen) {
                return false;
            }
            lossesSeen = reports;
            return encoder.takeLosses(losses);
        }
    }
}
