package dev.velella.serve.peer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Divides the partitions among the instances as {@link CooperativeStickyAssignor} does, and tells each instance the
 * addresses of the others. Each member sends its address with its subscription; the leader sends the addresses of all
 * partitions with each assignment. So addresses and partitions are always of the same generation of the group.
 *
 * <p>Used by the thread of the consumer.
 */
public final class PeerAssignor implements ConsumerPartitionAssignor, Configurable {
    /** Setting of the consumer: the address of this instance. */
    static final String ADDRESS = "velella.serve.address";

    /** Setting of the consumer: a {@link Consumer} of the addresses by partition. */
    static final String RECEIVER = "velella.serve.receiver";

    private final CooperativeStickyAssignor sticky = new CooperativeStickyAssignor();
    private String address = "";
    private Consumer<Map<Integer, String>> receiver = addresses -> {};

    @Override
    @SuppressWarnings("unchecked") // the setting is made by this package
    public void configure(Map<String, ?> configs) {
        address = String.valueOf(configs.get(ADDRESS));
        receiver = Objects.requireNonNull((Consumer<Map<Integer, String>>) configs.get(RECEIVER), RECEIVER);
    }

    @Override
    public String name() {
        return "velella-serve";
    }

    @Override
    public List<RebalanceProtocol> supportedProtocols() {
        return sticky.supportedProtocols();
    }

    @Override
    public ByteBuffer subscriptionUserData(Set<String> topics) {
        return joined(address.getBytes(StandardCharsets.UTF_8), sticky.subscriptionUserData(topics));
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription group) {
        Map<String, String> addresses = new HashMap<>();
        Map<String, Subscription> plain = new HashMap<>();
        group.groupSubscription().forEach((member, subscription) -> {
            ByteBuffer data = subscription.userData().duplicate();
            addresses.put(member, new String(head(data), StandardCharsets.UTF_8));
            Subscription without = new Subscription(
                    subscription.topics(),
                    data.hasRemaining() ? data.slice() : null,
                    subscription.ownedPartitions(),
                    subscription.generationId().orElse(-1),
                    subscription.rackId());
            without.setGroupInstanceId(subscription.groupInstanceId());
            plain.put(member, without);
        });
        Map<String, Assignment> assigned =
                sticky.assign(metadata, new GroupSubscription(plain)).groupAssignment();
        Map<Integer, String> all = new TreeMap<>();
        assigned.forEach((member, assignment) -> {
            for (TopicPartition partition : assignment.partitions()) {
                all.put(partition.partition(), addresses.getOrDefault(member, ""));
            }
        });
        byte[] table = table(all);
        Map<String, Assignment> told = new HashMap<>();
        assigned.forEach((member, assignment) ->
                told.put(member, new Assignment(assignment.partitions(), joined(table, assignment.userData()))));
        return new GroupAssignment(told);
    }

    @Override
    public void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
        ByteBuffer data = assignment.userData().duplicate();
        Map<Integer, String> all = new TreeMap<>();
        String table = new String(head(data), StandardCharsets.UTF_8);
        table.lines().forEach(line -> {
            int space = line.indexOf(' ');
            all.put(Integer.valueOf(line.substring(0, space)), line.substring(space + 1));
        });
        receiver.accept(all);
        sticky.onAssignment(
                new Assignment(assignment.partitions(), data.hasRemaining() ? data.slice() : null), metadata);
    }

    private static byte[] table(Map<Integer, String> all) {
        StringBuilder text = new StringBuilder();
        all.forEach(
                (partition, at) -> text.append(partition).append(' ').append(at).append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static ByteBuffer joined(byte[] head, @Nullable ByteBuffer rest) {
        ByteBuffer tail = rest == null ? ByteBuffer.allocate(0) : rest.duplicate();
        return ByteBuffer.allocate(4 + head.length + tail.remaining())
                .putInt(head.length)
                .put(head)
                .put(tail)
                .flip();
    }

    private static byte[] head(ByteBuffer data) {
        byte[] head = new byte[data.getInt()];
        data.get(head);
        return head;
    }
}
