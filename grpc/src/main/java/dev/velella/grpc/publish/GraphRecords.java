package dev.velella.grpc.publish;

import dev.velella.frame.EncodedFrame;
import dev.velella.grpc.options.GrpcConfig;
import dev.velella.grpc.protocol.CallProblem;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordEncoder;
import dev.velella.record.dictionary.TopicDictionaryStore;
import io.grpc.Status;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes publications as records. All calls that publish into a topic share its encoder, and so its dictionary.
 * Thread-safe: one thread at a time encodes for a topic.
 */
final class GraphRecords {
    private final GrpcConfig config;
    private final TopicDictionaryStore store;

    /** By topic. Only topics that exist get here, so they are few. */
    private final Map<String, RecordEncoder> encoders = new ConcurrentHashMap<>();

    GraphRecords(GrpcConfig config) {
        this.config = config;
        store = new TopicDictionaryStore(
                TopicDictionaryStore.access(config.clientProperties()),
                config.dictionariesTopic(),
                "jelly.mode=self-contained");
    }

    /**
     * The record of a publication.
     *
     * @throws io.grpc.StatusRuntimeException with INVALID_ARGUMENT if the options of the topic cannot carry the graph
     */
    ProducerRecord<byte[], byte[]> record(String topic, Publication publication) {
        RdfGraph graph = publication.graph();
        Long time = publication.eventTime();
        if (graph == null) {
            return of(topic, publication, null);
        }
        EncodedFrame frame = encode(topic, graph, publication.number());
        ProducerRecord<byte[], byte[]> record = of(topic, publication, frame.value());
        RecordEncoder.addHeaders(record.headers(), frame, time, null, config.addsMessageHeader());
        return record;
    }

    private static ProducerRecord<byte[], byte[]> of(String topic, Publication publication, byte @Nullable [] value) {
        return new ProducerRecord<>(topic, null, publication.eventTime(), publication.key(), value, null);
    }

    private EncodedFrame encode(String topic, RdfGraph graph, long number) {
        RecordEncoder encoder = encoders.computeIfAbsent(topic, unknown -> newEncoder());
        try {
            synchronized (encoder) {
                return encoder.encode(topic, null, graph);
            }
        } catch (MalformedJellyException e) {
            throw CallProblem.of(
                    Status.Code.INVALID_ARGUMENT, "frame number " + number + " cannot be written: " + e.reason());
        }
    }

    private RecordEncoder newEncoder() {
        return config.usesDictionaries()
                ? new RecordEncoder(config.encoderSettings(), 1, store)
                : RecordEncoder.selfContained(config.encoderSettings());
    }
}
