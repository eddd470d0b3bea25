package dev.velella.status;

import dev.velella.status.state.DiffState;
import dev.velella.status.state.DiffState.Instance;
import java.util.List;

/** Whether the diff app processes records, and takes all of them. Stateless. */
final class DiffChecks {
    private static final String DIFF = "kafka_streams_velella_diff_metrics_";

    private DiffChecks() {}

    static void check(Facts facts, Findings findings) {
        DiffState diff = facts.state().diff();
        List<Instance> answering =
                diff.instances().stream().filter(i -> !i.state().isEmpty()).toList();
        if (!answering.isEmpty() && answering.stream().noneMatch(Instance::ready)) {
            Instance first = answering.get(0);
            findings.add(
                    Check.DIFF_APP_NOT_READY,
                    "diff",
                    diff.applicationId(),
                    "The diff app is " + first.state() + " and processes nothing"
                            + (first.reason().isEmpty() ? "" : ": " + first.reason()),
                    first.reason().isEmpty()
                            ? "Wait: it restores its state, or its instances rebalance. If it lasts for minutes, look at the logs"
                                    + " of all instances."
                            : first.live()
                                    ? "Remove the cause. The diff app then goes on by itself, and nothing is lost."
                                    : "Remove the cause and start the diff app again. It goes on after its last commit.");
        }
        double refused = total(facts, "dead_letters_total") + total(facts, "records_skipped_total");
        if (findings.grew("diff refused", refused)) {
            findings.add(
                    Check.REFUSED_BY_DIFF_APP,
                    "diff",
                    diff.applicationId(),
                    "The diff app has refused " + Words.count((long) refused, "element"),
                    "Read the dead letters (velella.dead.letter.topic), or the app's log with velella.on.error=skip, and repair"
                            + " the sender. The streams go on with their next element.");
        }
        double lost = total(facts, "records_lost_total");
        if (findings.grew("diff lost", lost)) {
            findings.add(
                    Check.RECORDS_LOST,
                    "graphs",
                    diff.applicationId(),
                    Words.count((long) lost, "record") + " of graphs were written and never came to the diff app",
                    "Look whether retention or a person has removed records before they were read (retention.ms), or whether the"
                            + " topic is a copy with gaps. The patches are right all the same.");
        }
    }

    private static double total(Facts facts, String metric) {
        return facts.metrics().of(DIFF + metric).mapToDouble(s -> s.value()).sum();
    }
}
