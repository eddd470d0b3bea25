package dev.velella.tests;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;

/**
 * Transactions that are open in a partition, and that their coordinator does not know: nobody will ever end them, and readers of
 * committed records wait behind them for ever. A broker that is killed can leave some. Finds and ends them as an operator does
 * with {@code kafka-transactions.sh find-hanging} and {@code abort}.
 */
public final class HangingTransactions {
    private final String bootstrapServers;
    private Set<Open> suspects = Set.of();

    /** An open transaction of a producer in a partition. */
    private record Open(TopicPartition partition, long producerId, int epoch, int coordinatorEpoch, long startOffset) {}

    /** Of a cluster. */
    public HangingTransactions(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    /**
     * Ends those that were already there in the look before; between two looks must be more time than a transaction lasts. Returns
     * a line for each.
     */
    public List<String> abort() throws Exception {
        List<String> aborted = new ArrayList<>();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            Set<Open> hanging = hanging(admin);
            for (Open open : hanging) {
                if (suspects.contains(open)) {
                    admin.abortTransaction(new AbortTransactionSpec(
                                    open.partition(), open.producerId(), (short) open.epoch(), open.coordinatorEpoch()))
                            .all()
                            .get();
                    aborted.add(open + " hung and is aborted");
                }
            }
            suspects = hanging;
        }
        return aborted;
    }

    private static Set<Open> hanging(Admin admin) throws Exception {
        Map<Long, String> ids = new HashMap<>();
        for (TransactionListing listing : admin.listTransactions().all().get()) {
            ids.put(listing.producerId(), listing.transactionalId());
        }
        Map<String, TransactionDescription> known =
                admin.describeTransactions(ids.values()).all().get();
        Set<Open> hanging = new HashSet<>();
        for (Open open : open(admin)) {
            TransactionDescription transaction = known.get(ids.get(open.producerId()));
            if (transaction == null || !isUnderWay(transaction.state())) {
                hanging.add(open);
            }
        }
        return hanging;
    }

    private static boolean isUnderWay(TransactionState state) {
        return state == TransactionState.ONGOING
                || state == TransactionState.PREPARE_ABORT
                || state == TransactionState.PREPARE_COMMIT;
    }

    private static List<Open> open(Admin admin) throws Exception {
        List<TopicPartition> partitions = new ArrayList<>();
        ListTopicsOptions all = new ListTopicsOptions().listInternal(true); // offsets of a group can hang too
        admin.describeTopics(admin.listTopics(all).names().get())
                .allTopicNames()
                .get()
                .forEach((topic, description) -> description
                        .partitions()
                        .forEach(partition -> partitions.add(new TopicPartition(topic, partition.partition()))));
        List<Open> open = new ArrayList<>();
        admin.describeProducers(partitions).all().get().forEach((partition, state) -> {
            for (ProducerState producer : state.activeProducers()) {
                producer.currentTransactionStartOffset()
                        .ifPresent(offset -> open.add(new Open(
                                partition,
                                producer.producerId(),
                                producer.producerEpoch(),
                                producer.coordinatorEpoch().orElse(0),
                                offset)));
            }
        });
        return open;
    }
}
