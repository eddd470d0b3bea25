package dev.velella.source.options;

import static dev.velella.source.options.RdfSourceConfig.BATCH_MAX_RECORDS_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.BATCH_MAX_RECORDS_DOC;
import static dev.velella.source.options.RdfSourceConfig.BOOTSTRAP_SERVERS_DOC;
import static dev.velella.source.options.RdfSourceConfig.FILE;
import static dev.velella.source.options.RdfSourceConfig.HTTP;
import static dev.velella.source.options.RdfSourceConfig.JSON_POINTER;
import static dev.velella.source.options.RdfSourceConfig.KEY_CONSTANT_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.KEY_CONSTANT_DOC;
import static dev.velella.source.options.RdfSourceConfig.KEY_JSON_POINTER_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.KEY_JSON_POINTER_DOC;
import static dev.velella.source.options.RdfSourceConfig.KEY_PATTERN_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.KEY_PATTERN_DOC;
import static dev.velella.source.options.RdfSourceConfig.KEY_SOURCE_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.KEY_SOURCE_DOC;
import static dev.velella.source.options.RdfSourceConfig.KEY_SUBJECT_TYPE_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.KEY_SUBJECT_TYPE_DOC;
import static dev.velella.source.options.RdfSourceConfig.KEY_TOPIC_SEGMENT_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.KEY_TOPIC_SEGMENT_DOC;
import static dev.velella.source.options.RdfSourceConfig.LIMITS_ELEMENT_BYTES_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.LIMITS_ELEMENT_BYTES_DOC;
import static dev.velella.source.options.RdfSourceConfig.LIMITS_ELEMENT_PROCESSOR_MS_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.LIMITS_ELEMENT_PROCESSOR_MS_DOC;
import static dev.velella.source.options.RdfSourceConfig.LIMITS_ELEMENT_STATEMENTS_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.LIMITS_ELEMENT_STATEMENTS_DOC;
import static dev.velella.source.options.RdfSourceConfig.MQTT;
import static dev.velella.source.options.RdfSourceConfig.SIMULATOR;
import static dev.velella.source.options.RdfSourceConfig.SOURCE_TYPE_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.SOURCE_TYPE_DOC;
import static dev.velella.source.options.RdfSourceConfig.SUBJECT_TYPE;
import static dev.velella.source.options.RdfSourceConfig.TEMPORAL_PROPERTY_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.TEMPORAL_PROPERTY_DOC;
import static dev.velella.source.options.RdfSourceConfig.TIMESTAMP_MAX_AGE_MS_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.TIMESTAMP_MAX_AGE_MS_DOC;
import static dev.velella.source.options.RdfSourceConfig.TOPIC_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.TOPIC_CREATE_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.TOPIC_CREATE_DOC;
import static dev.velella.source.options.RdfSourceConfig.TOPIC_DOC;
import static dev.velella.source.options.RdfSourceConfig.TOPIC_PARTITIONS_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.TOPIC_PARTITIONS_DOC;
import static dev.velella.source.options.RdfSourceConfig.TOPIC_REPLICATION_FACTOR_CONFIG;
import static dev.velella.source.options.RdfSourceConfig.TOPIC_REPLICATION_FACTOR_DOC;

import dev.velella.cluster.ClusterOptions;
import dev.velella.options.OptionGroup;
import dev.velella.source.element.KeyRule;
import dev.velella.source.file.ElementLimits;
import dev.velella.source.http.HttpOptions;
import dev.velella.source.mqtt.MqttOptions;
import dev.velella.source.payload.PayloadOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/** Defaults, checks and grouping of the options in {@link RdfSourceConfig}. */
final class RdfSourceOptions {
    private RdfSourceOptions() {}

    static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        defineConnector(new OptionGroup(def, "Connector"));
        SimulatorOptions.define(new OptionGroup(def, "Simulator", Map.of(SOURCE_TYPE_CONFIG, List.of(SIMULATOR))));
        FileOptions.define(new OptionGroup(def, "File", Map.of(SOURCE_TYPE_CONFIG, List.of(FILE))));
        Map<String, List<String>> mqtt = Map.of(SOURCE_TYPE_CONFIG, List.of(MQTT));
        MqttOptions.define(new OptionGroup(def, "MQTT", mqtt));
        HttpOptions.define(new OptionGroup(def, "HTTP", Map.of(SOURCE_TYPE_CONFIG, List.of(HTTP))));
        Map<String, List<String>> payloads = Map.of(SOURCE_TYPE_CONFIG, List.of(MQTT, HTTP));
        PayloadOptions.define(new OptionGroup(def, "Payloads", payloads));
        ElementRule.define(new OptionGroup(def, "Elements", payloads));
        ErrorOptions.define(new OptionGroup(def, "Errors", payloads));
        Map<String, List<String>> notSimulated = Map.of(SOURCE_TYPE_CONFIG, List.of(FILE, MQTT, HTTP));
        defineKey(new OptionGroup(def, "Key", notSimulated));
        defineTime(new OptionGroup(def, "Time"));
        defineLimits(new OptionGroup(def, "Limits", notSimulated));
        return def;
    }

    private static void defineConnector(OptionGroup group) {
        group.choice(
                SOURCE_TYPE_CONFIG,
                ConfigDef.NO_DEFAULT_VALUE,
                List.of(SIMULATOR, FILE, MQTT, HTTP),
                Importance.HIGH,
                SOURCE_TYPE_DOC,
                "Source");
        group.add(
                TOPIC_CONFIG,
                Type.STRING,
                ConfigDef.NO_DEFAULT_VALUE,
                OptionValidators.topicTemplate(),
                Importance.HIGH,
                TOPIC_DOC,
                "Topic");
        group.add(
                ClusterOptions.BOOTSTRAP_SERVERS_CONFIG,
                Type.STRING,
                null,
                null,
                Importance.HIGH,
                BOOTSTRAP_SERVERS_DOC,
                "Brokers");
        group.add(
                TOPIC_PARTITIONS_CONFIG,
                Type.INT,
                null,
                OptionValidators.positive(),
                Importance.MEDIUM,
                TOPIC_PARTITIONS_DOC,
                "Partitions of the topic");
        group.add(TOPIC_CREATE_CONFIG, Type.BOOLEAN, false, null, Importance.MEDIUM, TOPIC_CREATE_DOC, "Create topics");
        group.add(
                TOPIC_REPLICATION_FACTOR_CONFIG,
                Type.INT,
                null,
                OptionValidators.replicas(),
                Importance.MEDIUM,
                TOPIC_REPLICATION_FACTOR_DOC,
                "Replicas of the topic");
        group.add(
                BATCH_MAX_RECORDS_CONFIG,
                Type.INT,
                500,
                Range.atLeast(1),
                Importance.LOW,
                BATCH_MAX_RECORDS_DOC,
                "Batch size (records)");
    }

    private static void defineKey(OptionGroup group) {
        group.choice(
                KEY_SOURCE_CONFIG,
                "auto",
                List.of("auto", "graph-name", SUBJECT_TYPE, "constant", "topic", "topic-segment", JSON_POINTER),
                Importance.MEDIUM,
                KEY_SOURCE_DOC,
                "Key");
        group.add(
                KEY_PATTERN_CONFIG,
                Type.STRING,
                KeyRule.DEFAULT_PATTERN,
                OptionValidators.patternWithGroup(),
                Importance.MEDIUM,
                KEY_PATTERN_DOC,
                "Key in graph name");
        group.add(
                KEY_SUBJECT_TYPE_CONFIG,
                Type.STRING,
                null,
                OptionValidators.absoluteIri(),
                Importance.LOW,
                KEY_SUBJECT_TYPE_DOC,
                "Type of key subject");
        group.add(KEY_CONSTANT_CONFIG, Type.STRING, null, null, Importance.LOW, KEY_CONSTANT_DOC, "Constant key");
        group.number(
                KEY_TOPIC_SEGMENT_CONFIG,
                -1,
                OptionValidators.notZero(),
                Importance.MEDIUM,
                KEY_TOPIC_SEGMENT_DOC,
                "Key in the topic");
        group.add(
                KEY_JSON_POINTER_CONFIG,
                Type.STRING,
                null,
                OptionValidators.jsonPointer(),
                Importance.MEDIUM,
                KEY_JSON_POINTER_DOC,
                "Key in JSON");
    }

    private static void defineTime(OptionGroup group) {
        group.add(
                TEMPORAL_PROPERTY_CONFIG,
                Type.STRING,
                "http://www.w3.org/ns/prov#atTime",
                OptionValidators.absoluteIri(),
                Importance.MEDIUM,
                TEMPORAL_PROPERTY_DOC,
                "Temporal property");
        group.add(
                TIMESTAMP_MAX_AGE_MS_CONFIG,
                Type.LONG,
                Duration.ofDays(1).toMillis(),
                Range.atLeast(0),
                Importance.LOW,
                TIMESTAMP_MAX_AGE_MS_DOC,
                "Oldest timestamp (ms)");
    }

    private static void defineLimits(OptionGroup group) {
        group.add(
                LIMITS_ELEMENT_STATEMENTS_CONFIG,
                Type.INT,
                ElementLimits.DEFAULT.statements(),
                Range.atLeast(1),
                Importance.LOW,
                LIMITS_ELEMENT_STATEMENTS_DOC,
                "Largest element (statements)");
        group.add(
                LIMITS_ELEMENT_BYTES_CONFIG,
                Type.INT,
                ElementLimits.DEFAULT.bytes(),
                Range.atLeast(1),
                Importance.LOW,
                LIMITS_ELEMENT_BYTES_DOC,
                "Largest element (bytes)");
        group.add(
                LIMITS_ELEMENT_PROCESSOR_MS_CONFIG,
                Type.INT,
                ElementLimits.DEFAULT.processorMs(),
                Range.atLeast(1),
                Importance.LOW,
                LIMITS_ELEMENT_PROCESSOR_MS_DOC,
                "Longest reading (ms)");
    }
}
