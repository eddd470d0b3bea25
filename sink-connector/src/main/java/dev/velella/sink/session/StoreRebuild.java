package dev.velella.sink.session;

import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.rdf.ErrorText;
import dev.velella.record.partition.LastRecords;
import dev.velella.sink.apply.StoreWriter;
import dev.velella.sink.history.LostHistory;
import dev.velella.sink.history.Rebuild;
import dev.velella.sink.history.WaysOut;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Target;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds a store from the topics. This happens if the store and the topics do not fit each other, and if it is proven
 * that the topics hold all records that are needed. Not thread-safe.
 */
final class StoreRebuild {
    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");
    private static final long END_TIMEOUT_MS = 30_000;

    private final Target target;
    private final StoreWriter writer;
    private final LostHistory history;
    private final WaysOut waysOut;
    private final Rebuild rebuild;
    private final Assignment assignment;
    private final Seeks seeks;
    private final Checkpoints checkpoints;
    private final Map<String, Object> clientProperties;
    private final boolean isAllowed;
    private final boolean isInWorker;

    /**
     * @param rebuild progress of the store that is built beside the store in use, if there is one
     * @param properties options of the connector
     */
    StoreRebuild(
            Target target,
            StoreWriter writer,
            Rebuild rebuild,
            Assignment assignment,
            Seeks seeks,
            Checkpoints checkpoints,
            RdfSinkConfig config,
            Map<String, String> properties) {
        this.target = target;
        this.writer = writer;
        this.rebuild = rebuild;
        this.assignment = assignment;
        this.seeks = seeks;
        this.checkpoints = checkpoints;
        history = new LostHistory(target, config, properties);
        waysOut = new WaysOut(config);
        clientProperties = ClusterOptions.clientProperties(properties);
        isAllowed = config.rebuildsLostHistory();
        isInWorker = config.target().isInWorker();
    }

    /**
     * Checks that the store fits the partitions that are about to be claimed, and begins a rebuild if it does not. The
     * check comes before the claim, because a claim would hide that the store does not fit.
     *
     * @throws ConnectException if the store does not fit and is not rebuilt; the message says what to do
     */
    void beginIfLost(Collection<PartitionId> claiming) {
        history.find(claiming).ifPresent(lost -> {
            Optional<String> fault = history.unprovable(lost, assignment.all());
            boolean isFilled = lost.emptied() && (isAllowed || isInWorker);
            if (fault.isPresent() || !(isFilled || (isAllowed && isInWorker))) {
                throw new ConnectException(waysOut.message(lost, fault));
            }
            if (isFilled) {
                LOG.warn("{}. The topics hold all it takes, so the store is filled from them", lost.reason());
            } else {
                LOG.warn(
                        "{}. The topics hold all it takes, so a new store is built beside the one in use, which queries see"
                                + " until the new one is complete",
                        lost.reason());
                buildBeside();
            }
        });
        history.keepIds();
    }

    private void buildBeside() {
        try (LastRecords last = new LastRecords(clientProperties, END_TIMEOUT_MS)) {
            rebuild.begin(last, assignment.all());
            LOG.info("The new store is built up to offsets {}", rebuild.ends());
        } catch (KafkaException e) {
            throw new ConnectException("the store cannot be rebuilt: " + e.getMessage(), e);
        }
        target.buildBeside();
        writer.refuseNumbered(true);
        writer.limits().emptied();
        writer.reopen(Set.of());
        assignment.disclaimed();
    }

    /**
     * Replaces the store in use with the store that was built beside it.
     *
     * @throws ConnectException if a chain of patches in the new store is broken
     */
    void exchange() {
        writer.settle();
        target.chains().forEach((stream, state) -> {
            if (state.isBroken()) {
                throw new ConnectException("the store was left as it is: in the new one the chain of stream '"
                        + ErrorText.name(stream.key()) + "' of " + stream.topic() + " is broken after patch "
                        + state.number()
                        + ", and no snapshot comes after that");
            }
        });
        Optional<Path> kept = target.exchange();
        rebuild.end();
        writer.refuseNumbered(false);
        seeks.toClaimed(writer.reopen(assignment.all()));
        LOG.warn(
                "The new store is complete and has taken its place{}",
                kept.map(path -> "; the one of before is kept in " + path).orElse(""));
        checkpoints.noteDurable();
    }
}
