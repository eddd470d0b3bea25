package dev.velella.grpc.options;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;

/** Options of subscriptions. Stateless. */
final class SubscribeOptions {
    static final Option<List<String>> TOPICS = Option.list("subscribe.topics")
            .high()
            .doc(
                    "Topics of graphs that clients may subscribe to, separated by commas. A name that ends with * stands for all"
                            + " topics that begin so. Default: none.");

    static final Option<Integer> SUBSCRIPTIONS = Option.number("subscribe.max", 100)
            .atLeast(1)
            .doc(
                    "Largest number of open subscriptions. Each has a thread and a Kafka consumer, about 2 MiB in all. A further"
                            + " one is refused with RESOURCE_EXHAUSTED.");

    static final Option<Long> STALL_MS = Option.number("subscribe.stall.ms", 60_000L)
            .atLeast(100)
            .doc(
                    "Longest time that a subscriber may read nothing while frames wait for it, in ms. Then the subscription ends"
                            + " with RESOURCE_EXHAUSTED, and says where to go on.");

    private SubscribeOptions() {}

    static void define(ConfigDef def) {
        new OptionGroup(def, "Subscribe").add(TOPICS, SUBSCRIPTIONS, STALL_MS);
    }
}
