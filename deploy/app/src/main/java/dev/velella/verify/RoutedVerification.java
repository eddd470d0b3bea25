package dev.velella.verify;

import dev.velella.failure.UserException;
import dev.velella.graph.TargetGraph;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.routing.Route;
import dev.velella.sink.view.RepairableStore;
import dev.velella.sink.view.StoreView;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Compares all stores of a sink whose records name their stores. The topics are read once to find the stores, and once
 * more for each store. A store that cannot be read, or lacks records that name it, is not equal. Not thread-safe.
 */
public final class RoutedVerification {
    private final RdfSinkConfig config;
    private final SinkTopics topics;
    private final SinkFacts sink;
    private final TargetGraph naming;
    private final Duration timeout;
    private final Report report;

    /** How the stores are compared. */
    public enum Mode {
        /** By the hashes of their chains. */
        CHAINS,
        /** Statement by statement. */
        STATEMENTS,
        /** Statement by statement; stores that differ are repaired. */
        REPAIR
    }

    /**
     * @param config configuration with placeholders in the address of its store
     * @param naming rule that names the graph of each stream
     * @param timeout longest wait for a server
     */
    public RoutedVerification(
            RdfSinkConfig config,
            SinkTopics topics,
            SinkFacts sink,
            TargetGraph naming,
            Duration timeout,
            Report report) {
        this.config = config;
        this.topics = topics;
        this.sink = sink;
        this.naming = naming;
        this.timeout = timeout;
        this.report = report;
    }

    /**
     * Compares all stores.
     *
     * @return equal if all are equal to their records, and lack none; equal by value if some are so only by value; else different
     * @throws UserException if the topics cannot be read
     */
    public Verdict verify(Mode mode) throws IOException {
        RoutedOffsets offsets = new RoutedOffsets(config);
        if (sink.topics().isEmpty()) {
            throw new UserException("the configuration names no topics (topics), so its stores are not known");
        }
        sink.topics().forEach(topic -> topics.readAll(topic, offsets));
        if (offsets.refused() > 0) {
            report.say(offsets.refused() + " records name no store or cannot be read; the sink refuses them");
        }
        int equal = 0;
        int byValue = 0;
        for (Route route : offsets.routes()) {
            switch (compare(route, offsets, mode)) {
                case EQUAL -> equal++;
                case EQUAL_BY_VALUE -> byValue++;
                default -> {} // was told
            }
        }
        int all = offsets.routes().size();
        Verdict verdict =
                equal + byValue < all ? Verdict.DIFFERENT : byValue > 0 ? Verdict.EQUAL_BY_VALUE : Verdict.EQUAL;
        report.say(verdict + ": " + (equal + byValue) + " of " + all + " stores"
                + (byValue == 0 ? "" : ", " + byValue + " of them by value"));
        return verdict;
    }

    private Verdict compare(Route route, RoutedOffsets offsets, Mode mode) throws IOException {
        Map<String, String> own = config.routedTo(route.url(), route.updates()).originalsStrings();
        try (StoreView store = StoreAccess.openForRepair(own, timeout)) {
            long lacking = offsets.lacking(route, StoreVerification.nextOffsets(store, sink.name()));
            if (lacking > 0) {
                report.problem(route + ": lacks " + lacking + " records that name it");
            }
            SinkTopics filtered = topics.only(record -> offsets.isOf(route, record));
            StoreVerification verification = new StoreVerification(store, filtered, sink, naming, report);
            Verdict found = mode == Mode.CHAINS
                    ? verification.compareChains() ? Verdict.EQUAL : Verdict.DIFFERENT
                    : statements(verification, store, mode);
            Verdict verdict = lacking == 0 ? found : Verdict.DIFFERENT;
            report.say(route + ": " + verdict);
            return verdict;
        } catch (StoreFailedException | IncompleteStoreException | UserException e) {
            report.problem(route + ": not compared: " + e.getMessage());
            return Verdict.DIFFERENT;
        }
    }

    private Verdict statements(StoreVerification verification, StoreView store, Mode mode) throws IOException {
        StoreVerification.Outcome found = verification.compareStatements(null);
        if (mode == Mode.REPAIR && !found.change().isEmpty() && store instanceof RepairableStore repairable) {
            repairable.repair(
                    found.moment(), found.change().deletes(), found.change().adds());
            report.say("repaired: " + found.change().deletes().size() + " statements deleted, "
                    + found.change().adds().size() + " added");
            found = verification.compareAgain();
        }
        return found.verdict();
    }
}
