package dev.velella.sink.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.sink.RecordingContext;
import dev.velella.sink.apply.StoreWriter;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Target;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

class OpenTargetTest {
    private static final PartitionId P0 = new PartitionId("patches", 0);

    private final Map<String, String> topicIds = new HashMap<>(Map.of("others", "X"));
    private int claims;

    @SuppressWarnings("unchecked")
    private final Target target = (Target) Proxy.newProxyInstance(
            Target.class.getClassLoader(), new Class<?>[] {Target.class}, (proxy, method, arguments) -> {
                switch (method.getName()) {
                    case "claim":
                        claims++;
                        return Map.of(P0, new Claim(2, 5));
                    case "topicIds":
                        return Map.copyOf(topicIds);
                    case "keepTopicIds":
                        topicIds.putAll((Map<String, String>) arguments[0]);
                        return null;
                    case "capabilities":
                        return Capabilities.ALL;
                    case "owned":
                        return Set.of();
                    default:
                        return null;
                }
            });

    private OpenTarget open() {
        Route route = new Route("http://localhost:1/a", null);
        RdfSinkConfig config = new RdfSinkConfig(
                Map.of("name", "sink", "target", "sparql", "target.url", route.url(), "origin.exclude", "a"));
        SinkCounts counts = new SinkCounts(() -> 0);
        DeadLetters letters = DeadLetters.of(Map.of(), "sink", new RecordingContext(), counts);
        return new OpenTarget(route, target, new StoreWriter(target, route, config, letters, counts, () -> 0));
    }

    @Test
    void aStoreThatWasBuiltFromAnotherTopicOfTheNameIsNotClaimed() {
        OpenTarget first = open();
        first.claim(List.of(P0), Map.of("patches", "A", "others", "Y"));
        first.claim(List.of(P0), Map.of("patches", "A"));
        assertThat(claims).as("once").isEqualTo(1);
        assertThat(topicIds).isEqualTo(Map.of("others", "X", "patches", "A"));

        OpenTarget second = open();
        assertThatThrownBy(() -> second.claim(List.of(P0), Map.of("patches", "B")))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic patches was deleted and created again: its id is B, and the store at"
                        + " http://localhost:1/a was built from A. Nothing was applied to it");
        assertThat(claims).isEqualTo(1);
        assertThat(topicIds).containsEntry("patches", "A");
    }
}
