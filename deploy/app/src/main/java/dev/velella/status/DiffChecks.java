package dev.velella.status;

import dev.velella.status.state.DiffState;
import dev.velella.status.state.DiffState.Instance;
import dev.velella.status.state.ViewsState;
import java.util.List;
import java.util.regex.Pattern;

/** Whether the diff app processes records, and takes all of them; what the view app has in common with it. Stateless. */
final class DiffChecks {
    private static final String DIFF = "kafka_streams_velella_diff_metrics_";

    private DiffChecks() {}

    static void check(Facts facts, Findings findings) {
        DiffState diff = facts.state().diff();
        String id = diff.applicationId();
        ready("diff app", id, diff.instances(), Check.DIFF_APP_NOT_READY, "diff", findings);
        double refused = total(facts, "dead_letters_total", false) + total(facts, "records_skipped_total", false);
        if (findings.grew("diff refused", refused)) {
            findings.add(
                    Check.REFUSED_BY_DIFF_APP,
                    "diff",
                    id,
                    "The diff app has refused " + Words.count((long) refused, "element"),
                    "Read the dead letters (velella.dead.letter.topic), or the app's log with velella.on.error=skip, and repair"
                            + " the sender. The streams go on with their next element.");
        }
        lost("diff app", id, total(facts, "records_lost_total", false), findings);
    }

    /** Whether one of the instances that answer processes records. */
    static void ready(String app, String id, List<Instance> all, Check check, String part, Findings findings) {
        List<Instance> answering =
                all.stream().filter(i -> !i.state().isEmpty()).toList();
        if (!answering.isEmpty() && answering.stream().noneMatch(Instance::ready)) {
            Instance first = answering.get(0);
            findings.add(
                    check,
                    part,
                    id,
                    "The " + app + " is " + first.state() + " and processes nothing"
                            + (first.reason().isEmpty() ? "" : ": " + first.reason()),
                    first.reason().isEmpty()
                            ? "Wait: it restores its state, or its instances rebalance. If it lasts for minutes, look at the logs"
                                    + " of all instances."
                            : first.live()
                                    ? "Remove the cause. The " + app + " then goes on by itself, and nothing is lost."
                                    : "Remove the cause and start the " + app
                                            + " again. It goes on after its last commit.");
        }
    }

    /** Whether records were lost before an app. */
    static void lost(String app, String id, double lost, Findings findings) {
        if (findings.grew(app + " lost", lost)) {
            findings.add(
                    Check.RECORDS_LOST,
                    "graphs",
                    id,
                    Words.count((long) lost, "record") + " of its input were written and never came to the " + app,
                    "Look whether retention or a person has removed records before they were read (retention.ms), or whether the"
                            + " topic is a copy with gaps. Its answers to what came are right all the same.");
        }
    }

    /** A count of the diff app, or of the view app, whose input has the same metrics and other threads. */
    static double total(Facts facts, String metric, boolean ofViews) {
        ViewsState views = facts.state().views();
        Pattern thread =
                Pattern.compile(Pattern.quote(views == null ? "" : views.applicationId()) + "-[0-9a-f-]{36}-.*");
        return facts.metrics()
                .of(DIFF + metric)
                .filter(s -> thread.matcher(s.label("thread_id")).matches() == ofViews)
                .mapToDouble(s -> s.value())
                .sum();
    }
}
