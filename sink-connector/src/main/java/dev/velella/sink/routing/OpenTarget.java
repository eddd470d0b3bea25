package dev.velella.sink.routing;

import dev.velella.sink.apply.StoreWriter;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Target;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;

/**
 * One of many stores that is open. Its partitions are claimed when their first record names it. After an exception of the
 * store the object must be closed; a new one reads the offsets again. Owned by the task's thread.
 *
 * @param writer writes to the target
 */
record OpenTarget(Route route, Target target, StoreWriter writer) implements AutoCloseable {
    /**
     * Claims those of some partitions that are not claimed yet.
     *
     * @param topicIds ids of the topics as the cluster knows them; without a topic whose id is not known
     * @throws ConnectException if the store was built from another topic of the same name, or if another connector has
     *     one of the partitions
     */
    void claim(Collection<PartitionId> ids, Map<String, String> topicIds) {
        Set<PartitionId> missing = new HashSet<>(ids);
        missing.removeAll(writer.claimed());
        if (missing.isEmpty()) {
            return;
        }
        writer.checkOwner(missing);
        Map<String, String> wanted = new HashMap<>(topicIds);
        wanted.keySet().retainAll(missing.stream().map(PartitionId::topic).collect(Collectors.toSet()));
        Map<String, String> known = wanted.isEmpty() ? Map.of() : target.topicIds();
        known.forEach((topic, id) -> {
            String now = wanted.remove(topic);
            if (now != null && !now.equals(id)) {
                throw new ConnectException("topic " + topic + " was deleted and created again: its id is " + now
                        + ", and the store at " + route + " was built from " + id + ". Nothing was applied to it. Write"
                        + " to other stores, or give the topic another name");
            }
        });
        writer.claim(missing);
        if (!wanted.isEmpty()) {
            target.keepTopicIds(wanted);
        }
    }

    /**
     * Begins to apply records of claimed partitions, in their order.
     *
     * @throws DataException if a record is refused and must not be put aside
     */
    void apply(List<RoutedRecord> records) {
        writer.prefetch(records.stream().map(RoutedRecord::record).toList());
        for (RoutedRecord each : records) {
            writer.take(each.record(), each.content());
            writer.commitIfFull();
        }
        writer.commit();
    }

    /** Closes the store. A batch under way may still be applied. */
    @Override
    public void close() {
        target.close();
    }
}
