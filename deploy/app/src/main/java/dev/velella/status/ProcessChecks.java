package dev.velella.status;

import dev.velella.status.state.DiffState.Instance;
import dev.velella.status.state.PipelineState;
import java.util.List;

/** Whether brokers, workers and the processes with metrics answer. Stateless. */
final class ProcessChecks {
    private ProcessChecks() {}

    static void check(Facts facts, Findings findings) {
        PipelineState state = facts.state();
        if (!state.cluster().answers()) {
            findings.add(
                    Check.BROKER_AWAY,
                    "kafka",
                    state.cluster().address(),
                    "No Kafka broker answers at " + state.cluster().address() + ": "
                            + state.cluster().reason(),
                    "Start the broker, or correct bootstrap.servers and the client's security settings. All parts wait and go"
                            + " on by themselves; restart a task only if it is FAILED afterwards. Nothing is lost.");
        }
        if (!state.workers().answers()) {
            findings.add(
                    Check.PART_DOWN,
                    "source",
                    state.workers().address(),
                    "The Connect worker at " + state.workers().address() + " "
                            + state.workers().reason(),
                    "Start the worker, and look at the end of its log if it has ended by itself. Sources go on at their stored"
                            + " offsets, and sinks where the store says.");
        }
        away("diff app", "diff-app", "diff", state.diff().instances(), findings);
        if (state.views() != null) {
            away("view app", "view-app", "views", state.views().instances(), findings);
        }
        facts.metrics()
                .failures()
                .forEach((url, reason) -> findings.add(
                        Check.PART_DOWN,
                        "kafka",
                        url,
                        "The metrics at " + url + " " + reason,
                        "Look whether the process runs with the agent jmx_prometheus_javaagent at this port."));
    }

    private static void away(String app, String command, String part, List<Instance> instances, Findings findings) {
        for (Instance instance : instances) {
            if (instance.state().isEmpty()) {
                findings.add(
                        Check.PART_DOWN,
                        part,
                        instance.url(),
                        "The " + app + " at " + instance.url() + " " + instance.reason(),
                        "Start the " + app + " (velella " + command
                                + " --config FILE). It goes on after its last commit; nothing is lost while retention keeps the"
                                + " graphs.");
            }
        }
    }
}
