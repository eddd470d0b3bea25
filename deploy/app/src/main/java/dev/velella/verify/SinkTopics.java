package dev.velella.verify;

import dev.velella.failure.UserException;
import dev.velella.log.Begin;
import dev.velella.log.DecodingLimits;
import dev.velella.log.RecordInterpreter;
import dev.velella.log.Span;
import dev.velella.log.TopicAccess;
import dev.velella.log.TopicReader;
import dev.velella.record.RecordHeaderNames;
import dev.velella.sink.store.PartitionId;
import dev.velella.topic.TopicQuery;
import dev.velella.topic.TopicSession;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Reads the topics of a sink, up to the offsets that its store has applied. Opens a consumer for each topic and
 * reading. The consumers belong to no group.
 */
public final class SinkTopics {
    private final String bootstrapServers;
    private final Map<String, String> client;
    private final boolean committedOnly;
    private final Duration timeout;
    private final String dictionariesTopic;
    private final DecodingLimits limits;
    private final Predicate<ConsumerRecord<byte[], byte[]>> filter;

    /**
     * @param bootstrapServers host and port of brokers, with commas between them
     * @param client properties of the client, such as security
     * @param committedOnly whether the sink leaves out records of open and aborted transactions
     * @param timeout longest wait for a broker
     * @param dictionariesTopic topic of the dictionaries of the sink's converter
     * @param limits of the sink's converter
     */
    public SinkTopics(
            String bootstrapServers,
            Map<String, String> client,
            boolean committedOnly,
            Duration timeout,
            String dictionariesTopic,
            DecodingLimits limits) {
        this(bootstrapServers, client, committedOnly, timeout, dictionariesTopic, limits, record -> true);
    }

    private SinkTopics(
            String bootstrapServers,
            Map<String, String> client,
            boolean committedOnly,
            Duration timeout,
            String dictionariesTopic,
            DecodingLimits limits,
            Predicate<ConsumerRecord<byte[], byte[]>> filter) {
        this.bootstrapServers = bootstrapServers;
        this.client = Map.copyOf(client);
        this.committedOnly = committedOnly;
        this.timeout = timeout;
        this.dictionariesTopic = dictionariesTopic;
        this.limits = limits;
        this.filter = filter;
    }

    /** The same topics, without the records that a filter refuses. */
    SinkTopics only(Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
        return new SinkTopics(bootstrapServers, client, committedOnly, timeout, dictionariesTopic, limits, wanted);
    }

    /** Receives the records of a topic. */
    interface Reading {
        /** Announces the partition that is read next, and the part of it that can be read. */
        default void begin(String topic, Span there) {}

        /** Receives a record, with the interpreter that decodes the records of its topic. */
        void record(RecordInterpreter interpreter, ConsumerRecord<byte[], byte[]> record);
    }

    /**
     * Reads partitions of a topic, one after the other, from the first record of the log.
     *
     * @param ends offset before which reading ends, by partition
     * @throws UserException if the topic cannot be read to these offsets, or the process is told to end
     */
    void read(String topic, Map<Integer, Long> ends, Reading reading) {
        if (ends.isEmpty()) {
            return;
        }
        run(topic, ends.keySet(), session -> {
            for (Span span : session.spans()) {
                long end = ends.getOrDefault(span.partition(), 0L);
                if (end > span.to()) {
                    throw new UserException("the store has applied " + topic + "-" + span.partition() + " below offset "
                            + end + ", and the topic ends at " + span.to()
                            + ": the store was built from another topic, or the topic was truncated"
                            + (committedOnly ? ", or a transaction is open (--isolation-level)" : ""));
                }
                reading.begin(topic, span);
                if (span.logStart() < end) {
                    read(session, new Span(span.partition(), span.logStart(), span.logStart(), end), reading);
                }
            }
        });
    }

    /** The first offsets of partitions that have lost their first records, by partition. */
    Map<Integer, Long> trimmed(String topic, Set<Integer> partitions) {
        Map<Integer, Long> begins = new TreeMap<>();
        run(topic, partitions, session -> session.spans().stream()
                .filter(span -> span.logStart() > 0)
                .forEach(span -> begins.put(span.partition(), span.logStart())));
        return begins;
    }

    /** Reads a whole topic, up to its current end. */
    void readAll(String topic, Reading reading) {
        run(topic, Set.of(), session -> {
            for (Span span : session.spans()) {
                reading.begin(topic, span);
                read(session, span, reading);
            }
        });
    }

    private void read(TopicSession session, Span span, Reading reading) throws IOException {
        session.reader().read(span, new TopicReader.Records() {
            @Override
            public void record(ConsumerRecord<byte[], byte[]> record) {
                if (filter.test(record)) {
                    reading.record(session.interpreter(), record);
                } else if (record.headers().lastHeader(RecordHeaderNames.JELLY) != null) {
                    session.interpreter().read(record); // later records build on its codec state
                }
            }

            @Override
            public void deleted(int partition, long from, long to) {
                throw new UserException("retention deleted records before they were read, partition " + partition
                        + ", offsets " + from + " to " + to + "; verify again");
            }
        });
        if (session.reader().isStopped()) {
            throw new UserException("interrupted");
        }
    }

    private void run(String topic, Set<Integer> partitions, TopicSession.Task task) {
        TopicSession.run(query(topic, partitions), OutputStream.nullOutputStream(), task);
    }

    /** The reading of partitions from their first record, as the sink reads them. If no partition is named, all are read. */
    public TopicQuery query(String topic, Set<Integer> partitions) {
        return new TopicQuery(
                new TopicAccess(bootstrapServers, topic, client, committedOnly, timeout),
                partitions,
                new Begin.Earliest(),
                dictionariesTopic,
                Long.MAX_VALUE,
                limits.unhurried());
    }

    /** Offsets by topic, then by partition. */
    static Map<String, Map<Integer, Long>> byTopic(Map<PartitionId, Long> offsets) {
        Map<String, Map<Integer, Long>> topics = new TreeMap<>();
        offsets.forEach((id, offset) ->
                topics.computeIfAbsent(id.topic(), topic -> new TreeMap<>()).put(id.partition(), offset));
        return topics;
    }
}
