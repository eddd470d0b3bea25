package dev.velella.status;

import dev.velella.status.state.Severity;

/**
 * The checks of a pipeline. Each has an alert of the same name, and a paragraph in docs/monitoring.md. Some alerts read a metric of a part,
 * and the others the metrics that the page has of its checks.
 */
public enum Check {
    /** No broker answers. */
    BROKER_AWAY("VelellaBrokerAway", Severity.CRITICAL),
    /** A process does not answer. */
    PART_DOWN("VelellaPartDown", Severity.CRITICAL),
    /** A task or connector is FAILED. */
    TASK_FAILED("VelellaTaskFailed", Severity.CRITICAL),
    /** A connector is paused or stopped, or has no tasks. */
    CONNECTOR_STOPPED("VelellaConnectorStopped", Severity.WARNING),
    /** A topic is not there. */
    TOPIC_MISSING("VelellaTopicMissing", Severity.CRITICAL),
    /** Retention has removed records that were not processed. */
    TOPIC_TRIMMED("VelellaTopicTrimmed", Severity.CRITICAL),
    /** The store of a sink does not answer. */
    STORE_NOT_ANSWERING("VelellaStoreNotAnswering", Severity.CRITICAL),
    /** A sink waits for the dictionary of a record. */
    DICTIONARY_MISSING("VelellaDictionaryMissing", Severity.CRITICAL),
    /** The topic of dictionaries is not there or empty, or Kafka would delete dictionaries from it. */
    DICTIONARIES_NOT_KEPT("VelellaDictionariesNotKept", Severity.CRITICAL),
    /** Records wait to be applied. */
    SINK_BEHIND("VelellaSinkBehind", Severity.WARNING),
    /** Patches are applied and not durable. */
    NOT_DURABLE("VelellaNotDurable", Severity.WARNING),
    /** Somebody else changes the graphs of streams. */
    STORE_DIVERGES("VelellaStoreDiverges", Severity.CRITICAL),
    /** Some of the stores that a sink routes to do not answer; the others go on. */
    ROUTED_STORES_DOWN("VelellaRoutedStoresDown", Severity.CRITICAL),
    /** The service of graphs leaves streams out. */
    SERVE_BROKEN_STREAMS("VelellaServeBrokenStreams", Severity.CRITICAL),
    /** A patch did not follow the last one. */
    CHAIN_BREAKS("VelellaChainBreaks", Severity.CRITICAL),
    /** A sink refused records. */
    REFUSED_BY_SINK("VelellaRefusedBySink", Severity.WARNING),
    /** A source refused payloads. */
    REFUSED_BY_SOURCE("VelellaRefusedBySource", Severity.WARNING),
    /** The diff app refused elements. */
    REFUSED_BY_DIFF_APP("VelellaRefusedByDiffApp", Severity.WARNING),
    /** A new dead letter. */
    DEAD_LETTERS("VelellaDeadLetters", Severity.WARNING),
    /** Records were written and never came. */
    RECORDS_LOST("VelellaRecordsLost", Severity.CRITICAL),
    /** Messages of devices never came. */
    MESSAGES_LOST("VelellaMessagesLost", Severity.WARNING),
    /** A converter did not find codec state. */
    LOOK_BACKS_FAIL("VelellaLookBacksFail", Severity.WARNING),
    /** No instance of the diff app processes records. */
    DIFF_APP_NOT_READY("VelellaDiffAppNotReady", Severity.CRITICAL),
    /** No instance of the view app processes records. */
    VIEW_APP_NOT_READY("VelellaViewAppNotReady", Severity.CRITICAL),
    /** A view, or a definition of one, is refused. */
    VIEW_REFUSED("VelellaViewRefused", Severity.CRITICAL),
    /** The view app refused elements, or answers are old because a later one failed. */
    REFUSED_BY_VIEW_APP("VelellaRefusedByViewApp", Severity.WARNING),
    /** Kafka acknowledges no records of a source. */
    SOURCE_NOT_ACKNOWLEDGING("VelellaSourceNotAcknowledging", Severity.CRITICAL),
    /** A source has no connection to its MQTT broker. */
    MQTT_DISCONNECTED("VelellaMqttDisconnected", Severity.WARNING);

    private final String alert;
    private final Severity severity;

    Check(String alert, Severity severity) {
        this.alert = alert;
        this.severity = severity;
    }

    /** Name of the check, and of its alert. */
    public String alert() {
        return alert;
    }

    Severity severity() {
        return severity;
    }
}
