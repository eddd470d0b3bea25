package dev.velella.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.status.read.Metrics;
import dev.velella.status.read.Sample;
import dev.velella.status.state.DiffState;
import dev.velella.status.state.PipelineState;
import dev.velella.status.state.Severity;
import dev.velella.status.state.SinkState;
import dev.velella.status.state.Trouble;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SinkChecksTest {
    private static final SinkState SINK =
            new SinkState("routed", "", null, "", null, null, 10L, 10L, null, null, null, null, false);

    @Test
    void aStoreThatASinkRoutesToAndThatIsDownIsATrouble() {
        assertThat(troubles(0)).isEmpty();
        assertThat(troubles(2)).singleElement().satisfies(trouble -> {
            assertThat(trouble.name()).isEqualTo("VelellaRoutedStoresDown");
            assertThat(trouble.says()).contains("routed waits for 2 stores");
            assertThat(trouble.cure()).contains("retention.ms");
        });
    }

    @Test
    void aSinkThatWaitsForADictionaryIsATrouble() {
        assertThat(troubles("dictionary_waiting_ms", 5_000)).isEmpty();
        assertThat(troubles("dictionary_waiting_ms", 20_000)).singleElement().satisfies(trouble -> {
            assertThat(trouble.name()).isEqualTo("VelellaDictionaryMissing");
            assertThat(trouble.says()).contains("routed has waited for a dictionary for 20 s");
            assertThat(trouble.cure()).contains("velella topic dictionaries");
        });
    }

    @Test
    void aStoreThatDiffersIsCriticalUntilItsTaskStartsAgain() {
        assertThat(troubles("divergence_total", 0)).isEmpty();
        History history = new History();
        assertThat(troubles("divergence_total", 3, history, 0)).hasSize(1);
        assertThat(troubles("divergence_total", 3, history, 3_600_000))
                .singleElement()
                .satisfies(trouble -> {
                    assertThat(trouble.name()).isEqualTo("VelellaStoreDiverges");
                    assertThat(trouble.severity()).isEqualTo(Severity.CRITICAL);
                    assertThat(trouble.says()).contains("The store of routed", "3 differences");
                    assertThat(trouble.cure()).contains("velella verify --full", "Stop the connector");
                });
    }

    private static List<Trouble> troubles(int down) {
        return troubles("routing_held_targets", down);
    }

    private static List<Trouble> troubles(String metric, double value) {
        return troubles(metric, value, new History(), 0);
    }

    private static List<Trouble> troubles(String metric, double value, History history, long now) {
        PipelineState.Endpoint well = new PipelineState.Endpoint("", true, "");
        PipelineState state = new PipelineState(
                0,
                Severity.WELL,
                well,
                well,
                List.of(),
                List.of(),
                new DiffState("diff", 0L, List.of()),
                List.of(SINK),
                null,
                null,
                List.of());
        Sample held = new Sample("kafka_connect_plugins_" + metric, Map.of("connector", "routed", "task", "0"), value);
        Findings findings = new Findings(history, now);
        SinkChecks.check(new Facts(state, new Metrics(List.of(held), Map.of()), Map.of(), Map.of()), findings);
        return findings.troubles();
    }
}
