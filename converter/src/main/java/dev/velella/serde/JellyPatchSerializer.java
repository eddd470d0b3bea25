package dev.velella.serde;

import dev.velella.jelly.JellyFrames.Kind;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.EncoderSettings;
import dev.velella.keyframe.PartitionStamp;
import dev.velella.keyframe.StampedEncoders;
import dev.velella.rdf.RdfPatch;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes patches as Jelly frames, with the options of {@link JellySerdeConfig}; those of its definition where {@link #configure}
 * was not called. Null is a tombstone and passes.
 *
 * <p>A serializer is not told the partition of a record, and Kafka chooses it only afterwards. So every record is
 * <b>self-contained</b>, unless the program that sends it has chosen the partition and says so: it names the partition in
 * the {@code ProducerRecord} and adds the header {@link PartitionStamp#HEADER} with the stamp that one {@link
 * dev.velella.keyframe.PartitionStamps} gives for every record. The record is then <b>stateful</b>: it continues the earlier
 * ones of its partition and is much smaller. The stamp is removed; it is not sent.
 *
 * <p>With stamps, records have to be sent in the order in which they were serialized: one thread sends to a partition, with
 * an idempotent producer ({@code enable.idempotence=true}, Kafka's default), whose retries keep the order. Stamps,
 * serializer and producer are made together and thrown away together. Records that are not sent must be reported, so that
 * the next one begins a new stream: those that fail, by {@link JellyLossInterceptor} among the producer's {@code
 * interceptor.classes}; those of an aborted transaction, by {@link dev.velella.keyframe.PartitionStamps#recordsLost}. What
 * was not reported is not read wrongly: readers notice that a record is missing and cannot decode what follows until the
 * next key frame.
 *
 * <p>Topics of stateful records must not be compacted. Calls without headers, as state stores make them, always give
 * self-contained values. Headers written are {@code content-type} and, on stateful records, {@code jelly}; those of a record
 * that was read before are replaced. A record that was sent is not sent again: its stamp is used up.
 *
 * <p>Methods may be called from several threads; they exclude each other.
 */
public final class JellyPatchSerializer implements Serializer<RdfPatch> {
    private final RecordWriter<RdfPatch> writer = new RecordWriter<>(Kind.PATCH, new PatchFormat());

    private static final class PatchFormat implements RecordWriter.Format<RdfPatch> {
        @Override
        public RecordWriter.SelfContained<RdfPatch> selfContained(EncoderSettings settings) {
            return new JellyPatchEncoder(settings.patches(), settings.order(), settings.limits())::encode;
        }

        @Override
        public EncodedFrame next(StampedEncoders streams, String topic, PartitionStamp stamp, RdfPatch patch) {
            return streams.encode(topic, stamp, patch);
        }
    }

    /**
     * @param configs may hold options of other parts
     * @param isKey must be false
     * @throws ConfigException if an option has a wrong value, or keys are to be written
     */
    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        writer.configure(configs, isKey);
    }

    /**
     * A self-contained value.
     *
     * @throws SerializationException if options or limits cannot carry the patch
     */
    @Override
    public byte @Nullable [] serialize(String topic, @Nullable RdfPatch patch) {
        return writer.write(topic, patch);
    }

    /**
     * A value and its headers.
     *
     * @throws SerializationException if options or limits cannot carry the patch, {@code jelly.mode} is {@code stateful} and
     *     there is no stamp, or the headers cannot be changed
     */
    @Override
    public byte @Nullable [] serialize(String topic, Headers headers, @Nullable RdfPatch patch) {
        return writer.write(topic, headers, patch);
    }
}
