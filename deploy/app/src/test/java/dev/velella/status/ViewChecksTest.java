package dev.velella.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.status.read.Metrics;
import dev.velella.status.read.Sample;
import dev.velella.status.state.DiffState;
import dev.velella.status.state.DiffState.Instance;
import dev.velella.status.state.PipelineState;
import dev.velella.status.state.Severity;
import dev.velella.status.state.Trouble;
import dev.velella.status.state.ViewsState;
import dev.velella.status.state.ViewsState.ViewState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ViewChecksTest {
    private static final String THREAD = "-01234567-89ab-cdef-0123-456789abcdef-StreamThread-1";

    private static PipelineState state(ViewsState views) {
        PipelineState.Endpoint well = new PipelineState.Endpoint("", true, "");
        DiffState diff = new DiffState("velella-diff", 0L, List.of());
        return new PipelineState(
                0, Severity.WELL, well, well, List.of(), List.of(), diff, List.of(), views, null, List.of());
    }

    private static List<Trouble> troubles(ViewsState views, Sample... samples) {
        Findings findings = new Findings(new History(), 0);
        Facts facts = new Facts(state(views), new Metrics(List.of(samples), Map.of()), Map.of(), Map.of());
        DiffChecks.check(facts, findings);
        ViewChecks.check(facts, findings);
        return findings.troubles();
    }

    private static ViewsState views(Integer members, Long old, String refused, Instance... instances) {
        ViewState view = new ViewState("hot", "select", List.of("view-hot.rows"), refused, 3L, null, 0L, "{}");
        return new ViewsState("velella-view", members, 5L, 1_000L, 1L, 0L, old, List.of(instances), List.of(view));
    }

    private static Instance ready(String remark) {
        return new Instance("http://localhost:8091", "RUNNING", true, true, remark);
    }

    @Test
    void anAppThatRunsIsNoTroubleAndAStoppedOneIs() {
        assertThat(troubles(views(2, 0L, ""))).isEmpty();
        assertThat(troubles(views(null, null, ""))).as("nobody tells").isEmpty();
        assertThat(troubles(views(0, null, ""))).singleElement().satisfies(trouble -> {
            assertThat(trouble.name()).isEqualTo("VelellaViewAppNotReady");
            assertThat(trouble.says()).contains("No instance of the view app velella-view runs", "5 records wait");
            assertThat(trouble.cure()).contains("velella view-app --config", "velella-view-epochs is deleted");
        });
        assertThat(StatusText.lines(state(views(0, null, ""))))
                .anyMatch(line -> line.matches("view app +velella-view +STOPPED +lag 5 \\(1 s\\), epoch 1.*"))
                .anyMatch(line -> line.matches("view +hot \\(select\\) +STOPPED +3 answers, 0 failed, view-hot.rows"));
    }

    @Test
    void whatIsRefusedIsSaidOnce() {
        assertThat(troubles(views(1, 0L, "two rows", ready("refused: two rows"))))
                .singleElement()
                .satisfies(trouble -> {
                    assertThat(trouble.name()).isEqualTo("VelellaViewRefused");
                    assertThat(trouble.says())
                            .isEqualTo("The view hot is refused, and its answers are taken back: two rows");
                });
        assertThat(troubles(views(1, 0L, "two rows", ready("refused: two rows; the record cold is refused"))))
                .hasSize(2)
                .anyMatch(trouble -> trouble.says().contains("the record cold is refused"));
    }

    @Test
    void deadLettersOfTheViewAppAreNotThoseOfTheDiffApp() {
        Sample letters = new Sample(
                "kafka_streams_velella_diff_metrics_dead_letters_total",
                Map.of("thread_id", "velella-view" + THREAD, "task_id", "1_0"),
                2);
        assertThat(troubles(views(1, 4L, ""), letters)).singleElement().satisfies(trouble -> {
            assertThat(trouble.name()).isEqualTo("VelellaRefusedByViewApp");
            assertThat(trouble.says()).contains("2 elements", "4 old answers");
        });
        Sample others = new Sample(letters.name(), Map.of("thread_id", "velella-diff" + THREAD), 1);
        assertThat(troubles(views(1, 0L, ""), others)).singleElement().satisfies(trouble -> assertThat(trouble.name())
                .isEqualTo("VelellaRefusedByDiffApp"));
    }

    @Test
    void aRateIsTheMeanOfTheLastSeconds() {
        History history = new History();
        assertThat(history.rate("a", 100, 0)).isNull();
        assertThat(history.rate("a", 110, 1_000)).isEqualTo(10);
        assertThat(history.rate("a", 110, 6_000)).isZero();
        assertThat(history.rate("a", 5, 7_000)).as("it began again").isNull();
    }
}
