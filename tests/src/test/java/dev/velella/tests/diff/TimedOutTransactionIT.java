package dev.velella.tests.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The diff app stands still within a transaction for longer than {@code transaction.timeout.ms}: the coordinator aborts the
 * transaction and refuses the commit. A new thread goes on after the last commit, and nobody has to start the app again.
 *
 * <p>The broker looks for such transactions every half second here. No broker is killed beside this setting: one that was
 * killed and started again then may leave a transaction open that its coordinator does not know (Kafka 4.3.1, seen twice).
 */
@Tag("long")
class TimedOutTransactionIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final int PARTITIONS = 4;

    @Test
    void theAppGoesOnAlone(@TempDir Path scratch) throws Exception {
        String cleanup = "transaction.abort.timed.out.transaction.cleanup.interval.ms";
        try (BrokerProcess broker = new BrokerProcess(scratch.resolve("kafka"), "", Map.of(cleanup, "500"), List.of());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Topics.create(admin, "graphs", PARTITIONS);
            Topics.create(admin, "patches", PARTITIONS);
            Map<String, String> options = Map.of(
                    "bootstrap.servers", broker.bootstrapServers(),
                    "application.id", "diff",
                    "processing.guarantee", "exactly_once_v2",
                    "commit.interval.ms", "1000",
                    "producer.transaction.timeout.ms", "3000",
                    "consumer.session.timeout.ms",
                            "1500000", // longer than anybody waits: its partitions go to the new thread before
                    "velella.input.topic", "graphs",
                    "velella.output.topic", "patches",
                    "velella.late", "keep"); // else what is done again would be left out unseen
            try (DiffInstance app = new DiffInstance(scratch.resolve("instance"), options);
                    ReadingsTopic topic = new ReadingsTopic(broker.bootstrapServers(), "graphs", PARTITIONS, 24);
                    PatchWatch watch = new PatchWatch(broker.bootstrapServers(), "patches", PARTITIONS)) {
                topic.send(100);
                awaitPatches(watch, 100);
                Await.until("it is frozen within a transaction", PATIENCE, () -> {
                    topic.send(topic.sent() + 100);
                    app.freeze();
                    if (isInTransaction(admin)) {
                        return true;
                    }
                    app.thaw();
                    return false;
                });
                Await.until("the coordinator aborts it", PATIENCE, () -> !isInTransaction(admin));
                app.thaw();
                topic.send(topic.sent() + 100);
                awaitPatches(watch, topic.sent());
                assertThat(app.heal()).as("it had ended").isFalse();
                assertThat(watch.faults()).isEmpty();
                assertThat(watch.patches()).isEqualTo(topic.sent());
            }
        }
    }

    private static boolean isInTransaction(Admin admin) throws Exception {
        return !admin.listTransactions(new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING)))
                .all()
                .get()
                .isEmpty();
    }

    private static void awaitPatches(PatchWatch watch, long goal) throws Exception {
        Await.until(goal + " patches", PATIENCE, () -> watch.poll().patches() >= goal);
    }
}
