package dev.velella.sink.history;

import dev.velella.sink.options.HistoryOptions;
import dev.velella.sink.options.InputOptions;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.SystemGraph;
import dev.velella.sink.store.Target;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that only one connector applies a partition to a store. Rows are kept under the name of the connector. So
 * a second connector, or one that was renamed, would begin at the first record, over the graphs of the other one, and
 * what stands there would stay for ever. Owned by the task's thread.
 */
public final class StoreOwner {
    private static final Logger LOG = LoggerFactory.getLogger(StoreOwner.class);

    private final Target target;
    private final RdfSinkConfig config;

    public StoreOwner(Target target, RdfSinkConfig config) {
        this.target = target;
        this.config = config;
    }

    /**
     * Takes over the rows of the connector that the options name, then checks that no other connector has one of these
     * partitions, which are about to be claimed.
     *
     * @throws ConnectException if another connector has one, or has left its statements; nothing was changed, and the
     *     message says what to do
     */
    public void check(Collection<PartitionId> partitions) {
        Set<SystemGraph.Owned> owned = takenOver();
        Set<String> others = others(owned, partitions);
        if (!others.isEmpty()) {
            throw refusal(others, owned, partitions);
        }
        boolean hasOtherWriters = !InputOptions.ORIGIN_EXCLUDE.of(config).isEmpty(); // it changes by itself too
        if (owned.isEmpty() && !partitions.isEmpty() && !hasOtherWriters && target.holdsStreams()) {
            throw new ConnectException("the store at " + config.describeTarget()
                    + " holds graphs of streams (urn:velella:stream:…), but no row of any connector says how they came"
                    + " there: what stands in them would stay for ever. Nothing was changed. Bring the rows back (graph "
                    + SystemGraph.GRAPH + " of a backup of the whole store), or give this connector "
                    + config.emptyStore());
        }
    }

    /**
     * Claims partitions, after {@link #check}.
     *
     * @throws ConnectException if another connector has claimed one of them meanwhile
     */
    public Map<PartitionId, Claim> claim(Collection<PartitionId> partitions) {
        Map<PartitionId, Claim> claims = target.claim(partitions);
        Set<PartitionId> fresh = claims.entrySet().stream()
                .filter(claim -> claim.getValue().epoch() == 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        if (!fresh.isEmpty()) { // another connector may have done the same at the same time
            Set<SystemGraph.Owned> now = target.owned();
            Set<String> rivals = others(now, fresh);
            if (!rivals.isEmpty()) {
                target.disclaim(fresh);
                throw refusal(rivals, now, fresh);
            }
        }
        return claims;
    }

    /** The partitions of all connectors, after the rows of the named one were taken over. */
    private Set<SystemGraph.Owned> takenOver() {
        Set<SystemGraph.Owned> owned = target.owned();
        String before = config.takesOver();
        if (before == null) {
            return owned;
        }
        Set<String> topics = topics(owned, before);
        topics.removeIf(topic -> !config.reads(topic));
        if (topics.isEmpty()) {
            return owned;
        }
        Set<String> dropped = topics(owned, config.connectorName());
        dropped.retainAll(topics);
        Set<String> moved = new TreeSet<>(topics);
        moved.removeAll(dropped);
        target.takeOver(before, moved, dropped);
        if (!moved.isEmpty()) {
            LOG.warn("This connector goes on in place of connector {}, with topics {}", before, moved);
        }
        if (!dropped.isEmpty()) {
            LOG.warn(
                    "Connector {} has applied topics {} to this store too. Its rows are deleted now; what it has left in"
                            + " graphs stays until velella verify --repair deletes it",
                    before,
                    dropped);
        }
        return target.owned();
    }

    private static Set<String> topics(Set<SystemGraph.Owned> owned, String connector) {
        return owned.stream()
                .filter(row -> row.connector().equals(connector))
                .map(row -> row.partition().topic())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> others(Set<SystemGraph.Owned> owned, Collection<PartitionId> partitions) {
        return owned.stream()
                .filter(row -> partitions.contains(row.partition()))
                .map(SystemGraph.Owned::connector)
                .filter(connector -> !connector.equals(config.connectorName()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private ConnectException refusal(
            Set<String> others, Set<SystemGraph.Owned> owned, Collection<PartitionId> partitions) {
        String other = others.iterator().next();
        Set<PartitionId> shared = new TreeSet<>(PartitionId.ORDER);
        owned.stream()
                .filter(row -> row.connector().equals(other) && partitions.contains(row.partition()))
                .forEach(row -> shared.add(row.partition()));
        return new ConnectException("connector " + other + " has applied partitions " + shared + " to this store ("
                + config.describeTarget() + "). A second connector on them would spoil the graphs of their streams."
                + " Nothing was changed. If connector " + other + " is gone, because it was deleted or renamed, set "
                + HistoryOptions.TAKE_OVER.name() + "=" + other
                + ": this connector then goes on where the other one stopped. If not, give this connector "
                + config.emptyStore());
    }
}
