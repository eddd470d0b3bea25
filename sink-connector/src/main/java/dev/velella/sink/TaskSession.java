package dev.velella.sink;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/** Everything that a task holds from its start to its stop; {@link RdfSinkTask} says what each method does. */
interface TaskSession extends AutoCloseable {
    /** See {@link RdfSinkTask#open}. */
    void open(Collection<TopicPartition> partitions);

    /** See {@link RdfSinkTask#put}. */
    void put(Collection<SinkRecord> handed);

    /** See {@link RdfSinkTask#preCommit}. */
    Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> currentOffsets);

    /** Applies the records that wait, if possible, and makes all applied records durable. */
    void flush();

    /** See {@link RdfSinkTask#close}. */
    void close(Collection<TopicPartition> partitions);

    /** Makes everything durable and releases all stores. */
    @Override
    void close();
}
