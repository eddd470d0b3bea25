package dev.velella.status;

import dev.velella.status.state.SinkState;
import java.util.HashMap;
import java.util.Map;

/** Whether stores answer, and follow their streams. Stateless. */
final class SinkChecks {
    private static final long STORE_WAIT_MS = 15_000;
    private static final long DICTIONARY_WAIT_MS = 15_000;
    private static final long BEHIND_MS = 60_000;
    private static final long CHECKPOINTS_MS = 15_000;
    private static final String PLUGINS = "kafka_connect_plugins_";

    private SinkChecks() {}

    static void check(Facts facts, Findings findings) {
        for (SinkState sink : facts.state().sinks()) {
            answers(facts, sink, findings);
            dictionaries(facts, sink, findings);
            lag(sink, findings);
            routed(facts, sink, findings);
            counters(facts, sink, findings);
        }
    }

    private static void answers(Facts facts, SinkState sink, Findings findings) {
        // The endpoint of a store in the worker belongs to the task: if no task runs, that is the trouble.
        boolean inWorker = facts.connector(sink)
                .map(connector -> !connector.config().containsKey("target.url"))
                .orElse(false);
        boolean runs = facts.connector(sink)
                .map(connector ->
                        connector.tasks().stream().anyMatch(task -> task.state().equals("RUNNING")))
                .orElse(false);
        if (inWorker && !runs) {
            return;
        }
        Long waiting = sink.waitingMs();
        String cure =
                "Start the store's server, and see that it has memory and disk space. The sink waits and tries again; when"
                        + " the store answers, the sink goes on by itself, and nothing is lost.";
        if (waiting != null && waiting > STORE_WAIT_MS) {
            findings.add(
                    Check.STORE_NOT_ANSWERING,
                    "store",
                    sink.name(),
                    "The store of " + sink.name() + " has not answered for " + Words.time(waiting),
                    cure);
        } else if (Boolean.FALSE.equals(sink.answers())) {
            findings.add(
                    Check.STORE_NOT_ANSWERING,
                    "store",
                    sink.name(),
                    "The store of " + sink.name() + " at " + sink.store() + " " + sink.reason(),
                    cure);
        }
    }

    private static void dictionaries(Facts facts, SinkState sink, Findings findings) {
        double waiting = facts.metrics()
                .most(PLUGINS + "dictionary_waiting_ms", sink.name())
                .orElse(0);
        if (waiting > DICTIONARY_WAIT_MS) {
            findings.add(
                    Check.DICTIONARY_MISSING,
                    "store",
                    sink.name(),
                    "Sink " + sink.name() + " has waited for a dictionary for " + Words.time((long) waiting)
                            + ": it is missing in the topic of dictionaries, or that topic cannot be read",
                    "The record is right, so do not skip it; the worker's log names it. Writers that run write their"
                            + " dictionaries once more within a minute. Then the command velella topic dictionaries says what"
                            + " is missing, and brings it back from a copy.");
        }
    }

    private static void lag(SinkState sink, Findings findings) {
        Long applied = sink.lagAppliedMs();
        Long durable = sink.lagDurableMs();
        if (applied != null && applied > BEHIND_MS) {
            findings.add(
                    Check.SINK_BEHIND,
                    "store",
                    sink.name(),
                    "Sink " + sink.name() + " is " + Words.time(applied) + " behind its topics"
                            + (sink.lagApplied() == null
                                    ? ""
                                    : ": " + Words.count(sink.lagApplied(), "record") + " wait to be applied"),
                    "See first whether a task is FAILED or the store does not answer. Else the store is slower than the stream:"
                            + " put more records into a transaction (docs/tuning.md).");
        }
        if (applied != null && durable != null && durable - applied > CHECKPOINTS_MS) {
            findings.add(
                    Check.NOT_DURABLE,
                    "store",
                    sink.name(),
                    "Sink " + sink.name() + " applies patches, but none has become durable for " + Words.time(durable),
                    "Look for messages about checkpoints in the worker's log: the disk may be full. After a crash the sink would"
                            + " read these patches again from Kafka.");
        }
    }

    private static void routed(Facts facts, SinkState sink, Findings findings) {
        double down = facts.metrics()
                .sum(PLUGINS + "routing_held_targets", sink.name())
                .orElse(0);
        if (down > 0) {
            findings.add(
                    Check.ROUTED_STORES_DOWN,
                    "store",
                    sink.name(),
                    "Sink " + sink.name() + " waits for " + Words.count((long) down, "store")
                            + " that it routes to, and goes on with the others",
                    "The worker's log names up to ten of them a minute, each with the reason: start their server, or mend the"
                            + " password. The sink reads the missing records again from Kafka. Keep the records of the topic"
                            + " for longer than the outage (retention.ms).");
        }
    }

    private static void counters(Facts facts, SinkState sink, Findings findings) {
        String name = sink.name();
        double divergence =
                facts.metrics().sum(PLUGINS + "divergence_total", name).orElse(0);
        if (divergence > 0) { // the store stays different until somebody repairs it, so the check stays until a restart
            findings.add(
                    Check.STORE_DIVERGES,
                    "store",
                    name,
                    "The store of " + name + " is not what its stream says: "
                            + Words.count((long) divergence, "difference") + " since the task started. Somebody else"
                            + " changes the graphs of streams, or patches without numbers are no real changes",
                    "The worker's log names partition, stream and what differs. Take the right to write away from the other"
                            + " program, and compare: velella verify --full. Stop the connector for a repair (--repair). When"
                            + " its tasks start again, the count begins at 0.");
        }
        facts.metrics().sum(PLUGINS + "chain_breaks_total", name).ifPresent(count -> {
            if (findings.grew("chain " + name, count)) {
                findings.add(
                        Check.CHAIN_BREAKS,
                        "store",
                        name,
                        "A patch did not follow the last patch of its stream at sink " + name
                                + ": the store keeps the last graph that it could prove",
                        "With on.chain.break=resync the stream goes on with the next snapshot; else build the store again."
                                + " velella topic verify finds the gap.");
            }
        });
        Map<String, Double> reasons = new HashMap<>();
        facts.metrics()
                .of(PLUGINS + "dead_letters_total")
                .filter(sample -> sample.label("connector").equals(name))
                .forEach(sample -> reasons.merge(sample.label("reason"), sample.value(), Double::sum));
        reasons.forEach((reason, count) -> {
            if (findings.grew("letters " + name + reason, count)) {
                String letters = facts.connector(sink)
                        .map(connector -> connector.config().get("errors.deadletterqueue.topic.name"))
                        .orElse(null);
                findings.add(
                        Check.REFUSED_BY_SINK,
                        "store",
                        name + ", " + reason,
                        "Sink " + name + " has refused " + Words.count(count.longValue(), "record") + ": " + reason,
                        ConnectorChecks.letters(letters) + " Then repair the program that writes the topic.");
            }
        });
    }
}
