package dev.velella.sink.session;

import dev.velella.kit.cluster.ClusterAccessException;
import dev.velella.sink.error.StaleClaimException;
import dev.velella.sink.error.StoreFailedException;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Everything that a task holds from its start to its stop; {@code RdfSinkTask} says what each method does. */
public interface TaskSession extends AutoCloseable {
    /** See {@link org.apache.kafka.connect.sink.SinkTask#open}. */
    void open(Collection<TopicPartition> partitions);

    /** See {@link org.apache.kafka.connect.sink.SinkTask#put}. */
    void put(Collection<SinkRecord> handed);

    /** See {@link org.apache.kafka.connect.sink.SinkTask#preCommit}. */
    Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> currentOffsets);

    /** Applies the records that wait, if possible, and makes all applied records durable. */
    void flush();

    /** See {@link org.apache.kafka.connect.sink.SinkTask#close}. */
    void close(Collection<TopicPartition> partitions);

    /** Makes everything durable and releases all stores. */
    @Override
    void close();

    /** Runs a step. If it fails in a way that the task cannot wait for, the failure ends the task. */
    static void orFail(Runnable step) {
        try {
            step.run();
        } catch (StoreFailedException | StaleClaimException | ClusterAccessException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }
}
