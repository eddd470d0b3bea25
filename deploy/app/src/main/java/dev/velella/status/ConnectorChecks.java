package dev.velella.status;

import dev.velella.status.state.ConnectorState;
import dev.velella.status.state.ConnectorState.TaskState;
import org.jspecify.annotations.Nullable;

/** Whether connectors and their tasks run, and sources deliver. Stateless. */
final class ConnectorChecks {
    private static final long PATIENCE_MS = 60_000;
    private static final String PLUGINS = "kafka_connect_plugins_";

    private ConnectorChecks() {}

    static void check(Facts facts, Findings findings) {
        String worker = facts.state().workers().address();
        for (ConnectorState connector : facts.state().connectors()) {
            String part = connector.isSink() ? "store" : "source";
            states(connector, part, worker, findings);
            if (!connector.isSink()) {
                source(facts, connector, findings);
            }
            facts.metrics()
                    .of(PLUGINS + "look_backs_total")
                    .filter(sample -> sample.label("connector").equals(connector.name())
                            && !sample.label("outcome").equals("restored"))
                    .filter(sample -> findings.grew(
                            "look-backs " + connector.name() + sample.label("task") + sample.label("outcome"),
                            sample.value()))
                    .forEach(sample -> findings.add(
                            Check.LOOK_BACKS_FAIL,
                            part,
                            connector.name(),
                            "The converter of " + connector.name() + " met records whose key frame it could not find ("
                                    + sample.label("outcome") + ")",
                            "Keep the topic's records for longer (retention.ms), or raise lookback.* of the converter; the sink"
                                    + " reads the records again by itself."));
        }
    }

    private static void states(ConnectorState connector, String part, String worker, Findings findings) {
        String restart = "Remove the cause, then restart: curl -X POST '" + worker + "/connectors/" + connector.name()
                + "/restart?includeTasks=true&onlyFailed=true'. Nothing is lost meanwhile.";
        if (connector.state().equals("FAILED")) {
            findings.add(
                    Check.TASK_FAILED,
                    part,
                    connector.name(),
                    "Connector " + connector.name() + " is FAILED: " + connector.reason(),
                    restart);
        } else if (connector.state().equals("PAUSED") || connector.state().equals("STOPPED")) {
            findings.add(
                    Check.CONNECTOR_STOPPED,
                    part,
                    connector.name(),
                    "Connector " + connector.name() + " is " + connector.state() + ", so nothing passes it",
                    "Let it go on: curl -X PUT " + worker + "/connectors/" + connector.name() + "/resume");
        } else if (connector.tasks().isEmpty()) {
            findings.add(
                    Check.CONNECTOR_STOPPED,
                    part,
                    connector.name(),
                    "Connector " + connector.name() + " has no task yet",
                    "Wait for the end of the rebalance. If it lasts, look at the worker's log: the worker could not make the"
                            + " tasks' configurations.");
        }
        for (TaskState task : connector.tasks()) {
            String name = connector.name() + "-" + task.id();
            if (task.state().equals("FAILED")) {
                findings.add(Check.TASK_FAILED, part, name, "Task " + name + " is FAILED: " + task.reason(), restart);
            } else if (task.state().equals("UNASSIGNED")) {
                findings.add(
                        Check.CONNECTOR_STOPPED,
                        part,
                        name,
                        "Task " + name + " is UNASSIGNED: no worker runs it",
                        "Wait for the end of the rebalance. If it lasts, look whether all workers run.");
            }
        }
    }

    private static void source(Facts facts, ConnectorState source, Findings findings) {
        String name = source.name();
        facts.metrics().most(PLUGINS + "records_unacknowledged_ms", name).ifPresent(ms -> {
            if (ms > PATIENCE_MS) {
                findings.add(
                        Check.SOURCE_NOT_ACKNOWLEDGING,
                        "source",
                        name,
                        "Kafka has acknowledged no record of " + name + " for " + Words.time((long) ms),
                        "Look at the brokers, and at the size limits of topic and producer (max.message.bytes,"
                                + " max.request.size). The source acknowledges nothing to its input, so nothing is lost.");
            }
        });
        if (facts.metrics()
                .of(PLUGINS + "mqtt_connected")
                .anyMatch(sample -> sample.label("connector").equals(name) && sample.value() == 0)) {
            findings.add(
                    Check.MQTT_DISCONNECTED,
                    "source",
                    name,
                    "Source " + name + " is not connected to its MQTT broker",
                    "Look whether the MQTT broker runs and takes the login; the worker's log has the broker's reason. The source"
                            + " connects again by itself.");
        }
        facts.metrics().sum(PLUGINS + "payload_errors_total", name).ifPresent(count -> {
            if (findings.grew("payloads " + name, count)) {
                findings.add(
                        Check.REFUSED_BY_SOURCE,
                        "source",
                        name,
                        "Source " + name + " has refused " + Words.count((long) count, "payload"),
                        letters(source.config().get("dead.letter.topic"))
                                + " Then repair the device, or the source's options.");
            }
        });
        facts.metrics().sum(PLUGINS + "mqtt_link_messages_missing_total", name).ifPresent(count -> {
            if (findings.grew("messages " + name, count)) {
                findings.add(
                        Check.MESSAGES_LOST,
                        "source",
                        name,
                        Words.count((long) count, "message") + " of devices never came to source " + name,
                        "Raise the MQTT broker's limit of queued messages, or mqtt.session.expiry.seconds if the source was away"
                                + " for long.");
            }
        });
    }

    /** How the reason of a refusal is read. */
    static String letters(@Nullable String topic) {
        return topic == null || topic.isEmpty()
                ? "The worker's log has the reason."
                : "Read the reason: velella topic cat --bootstrap-server HOST:PORT --topic " + topic + ".";
    }
}
