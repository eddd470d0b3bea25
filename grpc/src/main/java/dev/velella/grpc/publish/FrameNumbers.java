package dev.velella.grpc.publish;

import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnstableOffsetCommitException;
import org.jspecify.annotations.Nullable;

/**
 * How far a publisher has come in a topic. Kafka keeps this as the offset of a group, and so a transaction changes it
 * together with the records. Immutable.
 *
 * @param next number of the first frame that is not in the topic, from 1
 * @param first fingerprint of frame 1; 0 if it is not known
 * @param last fingerprint of frame {@code next - 1}; 0 if there is none
 */
record FrameNumbers(long next, long first, long last) {
    static final FrameNumbers NONE = new FrameNumbers(1, 0, 0);

    private static final Pattern METADATA = Pattern.compile("velella-grpc 1 ([0-9a-f]{16}) ([0-9a-f]{16})");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /**
     * Reads the numbers of a publisher. No transaction of the publisher may be open.
     *
     * @throws KafkaException if they cannot be read, or are part of an open transaction
     */
    static FrameNumbers read(Admin admin, String group, TopicPartition place) {
        try {
            Map<TopicPartition, @Nullable OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(
                            Map.of(group, new ListConsumerGroupOffsetsSpec().topicPartitions(List.of(place))),
                            new ListConsumerGroupOffsetsOptions().requireStable(true))
                    .partitionsToOffsetAndMetadata(group)
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (!offsets.containsKey(place)) {
                // The client leaves out an offset with an error, and has null for a missing one.
                throw new UnstableOffsetCommitException(
                        "the offset of group " + group + " for " + place + " is not certain yet");
            }
            OffsetAndMetadata found = offsets.get(place);
            return found == null ? NONE : of(group, found);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException known ? known : new KafkaException(e);
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException(
                    "the offsets of group " + group + " cannot be read", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static FrameNumbers of(String group, OffsetAndMetadata offset) {
        Matcher matcher = METADATA.matcher(offset.metadata());
        if (!matcher.matches()) {
            throw new KafkaException("the offset of group " + group + " was not written by this service");
        }
        return new FrameNumbers(
                offset.offset(),
                HexFormat.fromHexDigitsToLong(matcher.group(1)),
                HexFormat.fromHexDigitsToLong(matcher.group(2)));
    }

    /** The form in which Kafka keeps the numbers. */
    OffsetAndMetadata offset() {
        HexFormat hex = HexFormat.of();
        return new OffsetAndMetadata(next, "velella-grpc 1 " + hex.toHexDigits(first) + " " + hex.toHexDigits(last));
    }

    /** The numbers after one more frame. */
    FrameNumbers after(Publication frame) {
        long fingerprint = frame.fingerprint();
        return new FrameNumbers(next + 1, next == 1 ? fingerprint : first, fingerprint);
    }

    /** Whether a frame that was sent again is another frame than the one that the topic has, as far as it can be known. */
    boolean contradicts(Publication again) {
        return (again.number() == 1 && first != 0 && again.fingerprint() != first)
                || (again.number() == next - 1 && again.fingerprint() != last);
    }
}
