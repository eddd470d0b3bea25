package dev.velella.frame;

import dev.velella.rdf.BoundedMap;
import dev.velella.rdf.StreamElement;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Encoders for the records of one source in many partitions. The stamps of the records control them.
 *
 * <p>Connect converts a record again after a failure that may be retried. The record then has the same number as
 * before. It gets the same bytes again if it is the last record of its partition and has the same contents. A new
 * stream begins after each of these:
 *
 * <ul>
 * <li>a number that is smaller than the last one;
 * <li>the same number with other contents;
 * <li>another count of losses;
 * <li>a reported loss;
 * <li>an exception.
 * </ul>
 *
 * <p>Numbers may be left out: a record that was filtered after it was stamped never was part of the stream.
 *
 * <p>Bounded: if there are more partitions than the given number, the encoder of the partition used longest ago is
 * dropped. It begins a new stream when it is needed again. Not thread-safe.
 */
public final class StampedEncoders {
    private final Function<String, FrameEncoder> encoders;
    private final LossReports losses;

    /** In order of use, the partition used longest ago first. */
    private final Map<Place, Sender> senders;

    private record Place(String topic, int partition) {}

    /** The partition of the last record, which mostly is the next one's too; null before the first record. */
    private @Nullable Place lastPlace;

    private @Nullable Sender lastSender;

    /**
     * Encoders for a number of partitions.
     *
     * @param encoders makes the encoder of a partition, by the name of its topic
     * @param maxPartitions number of partitions whose encoder is kept, at least 1
     */
    public StampedEncoders(Function<String, FrameEncoder> encoders, int maxPartitions, LossReports losses) {
        this.encoders = encoders;
        senders = new BoundedMap<>(maxPartitions);
        this.losses = losses;
    }

    /**
     * Writes the frame of an element.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the element; the next
     *     record of the partition begins a new stream
     */
    public EncodedFrame encode(String topic, PartitionStamp stamp, StreamElement element) {
        return sender(topic, stamp).encode(stamp, element);
    }

    private Sender sender(String topic, PartitionStamp stamp) {
        Sender last = lastSender;
        if (last != null
                && lastPlace != null
                && lastPlace.partition == stamp.partition()
                && lastPlace.topic.equals(topic)) {
            return last;
        }
        Place place = new Place(topic, stamp.partition());
        Sender sender = senders.computeIfAbsent(place, unknown -> new Sender(encoders.apply(topic), losses));
        lastPlace = place;
        lastSender = sender;
        return sender;
    }

    /** The encoder of one partition and the last record it wrote. */
    private static final class Sender {
        private final FrameEncoder encoder;
        private final LossReports losses;
        private long lossesSeen;
        private long ordinal = -1;
        private long stampedLosses;
        private @Nullable StreamElement element;
        private @Nullable EncodedFrame frame;

        Sender(FrameEncoder encoder, LossReports losses) {
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
