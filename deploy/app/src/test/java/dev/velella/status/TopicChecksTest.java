package dev.velella.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.status.read.Metrics;
import dev.velella.status.state.DiffState;
import dev.velella.status.state.PipelineState;
import dev.velella.status.state.Severity;
import dev.velella.status.state.TopicState;
import dev.velella.status.state.Trouble;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicChecksTest {
    private static final TopicState GRAPHS = topic("graphs", "graphs", 1, 10, "dictionary");
    private static final TopicState ALONE = topic("graphs", "graphs", 1, 10, "self-contained");

    private static TopicState topic(
            String name, String role, int partitions, long records, String form, String... cleanup) {
        return new TopicState(name, role, partitions, records, null, form, "", List.of(cleanup), Map.of());
    }

    private static TopicState dictionaries(int partitions, long records, String... cleanup) {
        return topic("names", "dictionaries", partitions, records, "", cleanup);
    }

    private static List<Trouble> troubles(TopicState... topics) {
        PipelineState.Endpoint well = new PipelineState.Endpoint("", true, "");
        PipelineState state = new PipelineState(
                0,
                Severity.WELL,
                well,
                well,
                List.of(),
                List.of(topics),
                new DiffState("diff", 0L, List.of()),
                List.of(),
                null,
                null,
                List.of());
        Findings findings = new Findings(new History(), 0);
        TopicChecks.check(new Facts(state, new Metrics(List.of(), Map.of()), Map.of(), Map.of()), findings);
        return findings.troubles();
    }

    private static void assertCritical(List<Trouble> troubles, String... says) {
        assertThat(troubles).singleElement().satisfies(trouble -> {
            assertThat(trouble.name()).isEqualTo("VelellaDictionariesNotKept");
            assertThat(trouble.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(trouble.says()).contains(says);
            assertThat(trouble.cure()).contains("cleanup.policy=compact", "velella topic dictionaries");
        });
    }

    @Test
    void dictionariesThatAreKeptAreNoTrouble() {
        assertThat(troubles(GRAPHS, dictionaries(1, 5, "compact"))).isEmpty();
        assertThat(troubles(GRAPHS, dictionaries(1, 5)))
                .as("no right to see the policy")
                .isEmpty();
        assertThat(troubles(ALONE, dictionaries(1, 0, "compact"))).isEmpty();
    }

    @Test
    void aTopicOfDictionariesThatIsMissingOrEmptyAndNeededIsCritical() {
        assertCritical(troubles(GRAPHS, dictionaries(0, 0)), "There is no topic of dictionaries names", "graphs");
        assertCritical(troubles(GRAPHS, dictionaries(1, 0, "compact")), "The topic of dictionaries names is empty");
        assertThat(troubles(GRAPHS, dictionaries(1, 0, "compact"), topic("own", "dictionaries", 1, 5, "", "compact")))
                .as("they are in another one")
                .isEmpty();
    }

    @Test
    void aPolicyThatDeletesDictionariesIsCriticalBeforeOneIsMissed() {
        assertCritical(troubles(GRAPHS, dictionaries(1, 5, "delete")), "cleanup.policy=delete");
        assertCritical(troubles(ALONE, dictionaries(1, 5, "compact", "delete")), "cleanup.policy=compact,delete");
    }
}
