package dev.velella.source.options;

import dev.velella.cluster.ClusterOptions;
import dev.velella.secret.ShownUrl;
import dev.velella.source.element.EventTimeRule;
import dev.velella.source.element.KeyRule;
import dev.velella.source.element.KeySource;
import dev.velella.source.file.ElementFile;
import dev.velella.source.file.ElementLimits;
import dev.velella.source.file.InputFormatException;
import dev.velella.source.http.HttpInputs;
import dev.velella.source.http.HttpOptions;
import dev.velella.source.input.ElementInput;
import dev.velella.source.input.FileInput;
import dev.velella.source.input.LoopingInput;
import dev.velella.source.input.PatchFileInput;
import dev.velella.source.input.PlannedInput;
import dev.velella.source.input.SimulatorInput;
import dev.velella.source.input.SourceOffset;
import dev.velella.source.mqtt.MqttOptions;
import dev.velella.source.payload.MessageKeyRule;
import dev.velella.source.payload.PayloadOptions;
import dev.velella.source.payload.TopicLevels;
import dev.velella.source.payload.TopicTemplate;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/** Options of {@link dev.velella.source.RdfSourceConnector RdfSourceConnector}, checked. Immutable. */
public final class RdfSourceConfig extends AbstractConfig {
    public static final String SOURCE_TYPE_CONFIG = "source.type";
    static final String SOURCE_TYPE_DOC =
            "Where elements come from: 'simulator' for simulated weather stations, 'file' for a file of RDF elements, 'mqtt'"
                    + " for the messages of an MQTT broker, 'http' for a document or a Jelly stream of an HTTP server.";
    public static final String TOPIC_CONFIG = "topic";
    static final String TOPIC_DOC =
            "Topic that the elements are written to, one record an element. With source.type=mqtt, {topic[N]} stands"
                    + " for level N of the MQTT topic, counted from 1, or backwards from -1, as in 'graphs.{topic[2]}'. A"
                    + " message that gives no name that Kafka can have is refused (on.error).";
    public static final String BATCH_MAX_RECORDS_CONFIG = "batch.max.records";
    static final String BATCH_MAX_RECORDS_DOC =
            "Most records handed to the worker at a time; with exactly-once support, most records of a transaction.";

    static final String BOOTSTRAP_SERVERS_DOC = ClusterOptions.doc(
            "The source asks for the number of partitions when a task starts, or as soon as the topic exists, and keeps"
                    + " to it until the task ends. It gives each record its partition, the one that Kafka's default"
                    + " partitioner chooses for a key in UTF-8, and tells it to JellyConverter, which can then write"
                    + " stateful records (jelly.mode); they are never written to a compacted topic. Transforms must"
                    + " keep the partition and the header velella.partition, as those of Kafka do. With one that"
                    + " changes the topic, set topic.partitions instead, or jelly.mode=self-contained. Recommended with"
                    + " it: producer.override.enable.idempotence=true.");
    public static final String TOPIC_PARTITIONS_CONFIG = "topic.partitions";
    static final String TOPIC_PARTITIONS_DOC =
            "Number of partitions of the topic, where kafka.bootstrap.servers is not set. With both, the two must agree."
                    + " With neither, every record is self-contained. Kafka's producer waits for a partition that does"
                    + " not exist, by the worker's settings without end, so with a number too high nothing is sent; the log"
                    + " says so after 5 s, and with producer.override.max.block.ms the task fails after that time. Where a transform changes the topic, it is the smallest number of all topics written."
                    + " Whether the topic is compacted is not known without kafka.bootstrap.servers: set"
                    + " value.converter.jelly.mode=self-contained if it is.";

    public static final String TOPIC_CREATE_CONFIG = "topic.create";
    static final String TOPIC_CREATE_DOC =
            "Whether the connector creates the topic, and dead.letter.topic, where they do not exist, before the first record."
                    + " The topic has topic.partitions partitions and topic.replication.factor replicas, or as many as the"
                    + " brokers make by themselves, cleanup.policy=delete, and every setting of a topic that is given with"
                    + " topic.config. before its name, such as topic.config.retention.ms. A topic that exists is not"
                    + " changed. Needs kafka.bootstrap.servers, and the right to Create.";
    public static final String TOPIC_REPLICATION_FACTOR_CONFIG = "topic.replication.factor";
    static final String TOPIC_REPLICATION_FACTOR_DOC =
            "With topic.create=true, how many replicas each partition has; without it, as many as the brokers make by"
                    + " themselves.";

    /** Stands before the name of a setting of a topic that is created. */
    static final String TOPIC_CONFIG_PREFIX = "topic.config.";

    public static final String KEY_SOURCE_CONFIG = "key.source";
    static final String KEY_SOURCE_DOC =
            "Where the key of an element comes from, which names its stream: 'graph-name', 'subject-type', 'constant', or"
                    + " 'auto' for the graph name if the element is a named graph and the constant otherwise. Of messages"
                    + " also 'topic', 'topic-segment' and 'json-pointer'; without a constant, auto means their topic.";
    public static final String KEY_PATTERN_CONFIG = "key.pattern";
    static final String KEY_PATTERN_DOC =
            "Regular expression whose group 1 is the key within the graph name. The default is the name without its"
                    + " last segment.";
    public static final String KEY_SUBJECT_TYPE_CONFIG = "key.subject.type";
    static final String KEY_SUBJECT_TYPE_DOC =
            "IRI of a class; with key.source=subject-type the key is the one subject of that type.";
    public static final String KEY_CONSTANT_CONFIG = "key.constant";
    static final String KEY_CONSTANT_DOC =
            "Key of elements that are not named graphs, or of all. The default is the file's name without extensions; messages"
                    + " have none.";
    public static final String KEY_TOPIC_SEGMENT_CONFIG = "key.topic.segment";
    static final String KEY_TOPIC_SEGMENT_DOC =
            "With key.source=topic-segment, which level of the MQTT topic is the key: 1 is the first, -1 the last.";
    public static final String KEY_JSON_POINTER_CONFIG = "key.json.pointer";
    static final String KEY_JSON_POINTER_DOC =
            "With key.source=json-pointer, where the key stands in a payload of JSON, such as /device/id (RFC 6901).";
    public static final String TEMPORAL_PROPERTY_CONFIG = "temporal.property";
    static final String TEMPORAL_PROPERTY_DOC =
            "IRI of the property that gives the time of a graph name, in the default graph of an element; its value is"
                    + " an xsd:dateTime, in UTC where it has no zone. A message that is no named graph has the latest time"
                    + " that this property has in it. Elements without it have the time at which they are read.";
    public static final String TIMESTAMP_MAX_AGE_MS_CONFIG = "timestamp.max.age.ms";
    static final String TIMESTAMP_MAX_AGE_MS_DOC =
            "Oldest time of an element that becomes the record's timestamp. Older ones, and times in the future, get"
                    + " the time at which they are read, and their own in the header event-time: Kafka deletes by"
                    + " record timestamp and would throw away the replay of an old stream.";

    public static final String LIMITS_ELEMENT_STATEMENTS_CONFIG = "limits.element.statements";
    static final String LIMITS_ELEMENT_STATEMENTS_DOC =
            "Most statements of one element; a larger one is an error. A graph of a million statements can take a heap of 1 GB.";
    public static final String LIMITS_ELEMENT_BYTES_CONFIG = "limits.element.bytes";
    static final String LIMITS_ELEMENT_BYTES_DOC =
            "Most bytes of one archive entry, document, line or frame, decompressed, or of the payload of a message; a larger"
                    + " one is an error.";

    public static final String LIMITS_ELEMENT_PROCESSOR_MS_CONFIG = "limits.element.processor.ms";
    static final String LIMITS_ELEMENT_PROCESSOR_MS_DOC =
            "Most processor time for reading one document or payload of text, in ms; one that takes longer is an error. The time"
                    + " of some documents of JSON-LD and RDF/XML grows with the square of their length.";

    static final String SIMULATOR = "simulator";
    static final String FILE = "file";
    public static final String MQTT = "mqtt";
    public static final String HTTP = "http";
    static final String SUBJECT_TYPE = "subject-type";
    static final String JSON_POINTER = "json-pointer";
    private static final Set<String> OF_MESSAGES = Set.of("topic", "topic-segment", JSON_POINTER);

    /** The one key of a source partition; {@link #sourcePartition} says why it is one. */
    private static final String PARTITION_INPUT = "input";

    private static final String FILE_INPUT = FILE + ":";
    private static final String SIMULATOR_INPUT = SIMULATOR + "?";
    private static final String MQTT_INPUT = MQTT + ":";
    private static final String HTTP_INPUT = HTTP + ":";
    private static final String LINK_INPUT = MQTT + "-link:";

    private final StampOptions stampOptions;

    /**
     * Parses and checks the options; unknown ones are ignored.
     *
     * @throws ConfigException if an option is missing, has a wrong value, or does not go with another
     */
    public RdfSourceConfig(Map<String, String> props) {
        super(definition(), props, false); // else Kafka logs all values, and a URL may hold a key
        stampOptions = StampOptions.of(props);
        Map<String, String> problems = new LinkedHashMap<>(problems(values()));
        problems.putAll(stampOptions.problems());
        problems.forEach((option, message) -> {
            throw new ConfigException(option, shown(values().get(option), props.get(option)), message);
        });
    }

    /**
     * A value as messages show it: nothing of a secret, and of a URL not the parts that may be one.
     *
     * @param parsed null where it could not be
     */
    public static @Nullable Object shown(@Nullable Object parsed, @Nullable String given) {
        if (parsed instanceof Password) {
            return parsed;
        }
        return given == null || !given.contains("://") ? given : ShownUrl.of(given);
    }

    /** All options, with their defaults and documentation. */
    public static ConfigDef definition() {
        return RdfSourceOptions.definition();
    }

    /**
     * What is wrong with options that depend on others, or on files: option to message, in the order of importance.
     *
     * @param values parsed values; null where an option is wrong by itself
     */
    public static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        Object type = values.get(SOURCE_TYPE_CONFIG);
        if (FILE.equals(type)) {
            problems.putAll(FileOptions.problems(values));
        } else if (MQTT.equals(type)) {
            problems.putAll(MqttOptions.problems(values));
        } else if (HTTP.equals(type)) {
            problems.putAll(HttpOptions.problems(values));
        }
        if (MQTT.equals(type) || HTTP.equals(type)) {
            problems.putAll(PayloadOptions.problems(values));
            problems.putAll(ErrorOptions.problems(values));
        }
        if (FILE.equals(type) || MQTT.equals(type) || HTTP.equals(type)) {
            keyProblems(problems, values, !FILE.equals(type));
        }
        if (!MQTT.equals(type)
                && values.get(TOPIC_CONFIG) instanceof String topic
                && !new TopicTemplate(topic).isFixed()) {
            problems.put(TOPIC_CONFIG, "{topic[N]} goes with source.type=mqtt only");
        }
        if (Boolean.TRUE.equals(values.get(TOPIC_CREATE_CONFIG)) && !ClusterOptions.isGiven(values)) {
            problems.put(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG, "is needed with " + TOPIC_CREATE_CONFIG + "=true");
        }
        return problems;
    }

    private static void keyProblems(Map<String, String> problems, Map<String, ?> values, boolean messages) {
        Object source = values.get(KEY_SOURCE_CONFIG);
        if (SUBJECT_TYPE.equals(source) && values.get(KEY_SUBJECT_TYPE_CONFIG) == null) {
            problems.put(KEY_SUBJECT_TYPE_CONFIG, "is needed with key.source=subject-type");
        } else if (JSON_POINTER.equals(source) && values.get(KEY_JSON_POINTER_CONFIG) == null) {
            problems.put(KEY_JSON_POINTER_CONFIG, "is needed with key.source=json-pointer");
        } else if (messages && "constant".equals(source) && values.get(KEY_CONSTANT_CONFIG) == null) {
            problems.put(
                    KEY_CONSTANT_CONFIG,
                    "is needed with key.source=constant and source.type=" + values.get(SOURCE_TYPE_CONFIG));
        }
        if (!messages && OF_MESSAGES.contains(String.valueOf(source))) {
            problems.put(KEY_SOURCE_CONFIG, source + " goes with source.type=mqtt and http only");
        }
    }

    /** The topic for elements. */
    public TopicTemplate topic() {
        return new TopicTemplate(getString(TOPIC_CONFIG));
    }

    /** Number of partitions of the topic; null where it is not configured. */
    @Nullable
    public Integer topicPartitions() {
        return getInt(TOPIC_PARTITIONS_CONFIG);
    }

    /** How topics are created; null where they are not. */
    @Nullable
    public TopicCreation topicCreation() {
        return TopicCreation.of(values(), originalsStrings());
    }

    /** What elements of messages and documents may be. */
    public ElementRule elementRule() {
        return ElementRule.of(this);
    }

    /** How large a record may be. */
    public RecordSize recordSize() {
        return new RecordSize(originalsStrings());
    }

    /** What all options together say about stamping records. */
    public StampOptions stampOptions() {
        return stampOptions;
    }

    /** Most records of a batch. */
    public int batchMaxRecords() {
        return getInt(BATCH_MAX_RECORDS_CONFIG);
    }

    /** Most elements a second; 0 is as many as possible. */
    public double elementsPerSecond() {
        return getDouble(isSimulator() ? SimulatorOptions.RATE_PER_SECOND_CONFIG : FileOptions.RATE_PER_SECOND_CONFIG);
    }

    /** How many times faster than recorded elements are emitted; 0 is as fast as possible. */
    public double replaySpeedup() {
        return isFile() ? getDouble(FileOptions.SPEEDUP_CONFIG) : 0;
    }

    /** Oldest event time that becomes a Kafka timestamp, in ms before now. */
    public long timestampMaxAgeMs() {
        return getLong(TIMESTAMP_MAX_AGE_MS_CONFIG);
    }

    /** What a task with these options reads, in this order. Opening a file throws {@link InputFormatException}. */
    public List<PlannedInput> inputs() {
        if (isSimulator()) {
            return List.of(
                    new PlannedInput(sourcePartition(), () -> new SimulatorInput(SimulatorOptions.weather(this))));
        }
        return FileOptions.files(this).stream()
                .map(file -> new PlannedInput(
                        filePartition(file),
                        getBoolean(FileOptions.LOOP_CONFIG)
                                ? () -> new LoopingInput(() -> open(file))
                                : () -> open(file)))
                .toList();
    }

    private ElementInput open(Path file) {
        if (ElementFile.holdsPatches(file)) {
            return new PatchFileInput(file, limits(), constantKey(file));
        }
        return new FileInput(file, limits(), FileOptions.flatElements(this), keyRule(file), eventTimeRule());
    }

    /** How often new files are looked for; 0 never. */
    public long fileWatchIntervalMs() {
        return isFile() ? getLong(FileOptions.WATCH_INTERVAL_MS_CONFIG) : 0;
    }

    /** Whether elements are in files. */
    public boolean isFile() {
        return getString(SOURCE_TYPE_CONFIG).equals(FILE);
    }

    private static Map<String, Object> filePartition(Path file) {
        return Map.of(PARTITION_INPUT, FILE_INPUT + file.toAbsolutePath().normalize());
    }

    /**
     * Identity of the input in Connect's offset storage: all that decides which element has which number, in one text.
     * Connect looks offsets up by the serialized map, and its REST API gives a map of several keys another order.
     */
    public Map<String, Object> sourcePartition() {
        if (isMqtt()) {
            return Map.of(PARTITION_INPUT, MQTT_INPUT + getString(MqttOptions.CLIENT_ID_CONFIG));
        } else if (isHttp()) {
            return Map.of(PARTITION_INPUT, HTTP_INPUT + HttpInputs.identity(this));
        } else if (!isSimulator()) {
            return filePartition(file());
        }
        return Map.of(PARTITION_INPUT, SIMULATOR_INPUT + SimulatorOptions.identity(this));
    }

    /** As {@link #sourcePartition}, under which earlier versions stored the offset of a URL: with all that the URL holds. */
    public Map<String, Object> formerHttpPartition() {
        return Map.of(PARTITION_INPUT, HTTP_INPUT + getString(HttpOptions.URL_CONFIG));
    }

    /** Identity of the frames of one device in Connect's offset storage: the session, and the topic of the device. */
    public static Map<String, Object> linkPartition(String clientId, String topic) {
        return Map.of(PARTITION_INPUT, LINK_INPUT + URLEncoder.encode(clientId, StandardCharsets.UTF_8) + "/" + topic);
    }

    /** Whether the offsets of a source partition are those of a URL. */
    public static boolean isOfHttp(Map<String, ?> partition) {
        return String.valueOf(partition.get(PARTITION_INPUT)).startsWith(HTTP_INPUT);
    }

    /** Whether the offsets of a source partition are {@link dev.velella.source.message.LinkOffset LinkOffset}s. */
    public static boolean isOfLink(Map<String, ?> partition) {
        return String.valueOf(partition.get(PARTITION_INPUT)).startsWith(LINK_INPUT);
    }

    /** Whether a map has the form of a {@link #sourcePartition}. */
    public static boolean isSourcePartition(Map<String, ?> partition) {
        return partition.size() == 1
                && partition.get(PARTITION_INPUT) instanceof String input
                && (input.startsWith(FILE_INPUT)
                        || input.startsWith(SIMULATOR_INPUT)
                        || input.startsWith(MQTT_INPUT)
                        || input.startsWith(HTTP_INPUT)
                        || input.startsWith(LINK_INPUT));
    }

    /** Whether the offsets of a source partition are {@link dev.velella.source.message.MqttOffset MqttOffset}s, not {@link SourceOffset}s. */
    public static boolean isOfMessages(Map<String, ?> partition) {
        return String.valueOf(partition.get(PARTITION_INPUT)).startsWith(MQTT_INPUT);
    }

    /** Whether nothing is left to emit. A simulated stream goes on when it was made longer. */
    public boolean isFinished(SourceOffset stored) {
        long length = isSimulator() ? getLong(SimulatorOptions.ELEMENTS_CONFIG) : stored.elements();
        boolean endless = isFile() && getBoolean(FileOptions.LOOP_CONFIG);
        return stored.complete() && length != 0 && length <= stored.elements() && !endless;
    }

    /** Whether elements are messages of a broker. */
    boolean isMqtt() {
        return getString(SOURCE_TYPE_CONFIG).equals(MQTT);
    }

    private boolean isHttp() {
        return getString(SOURCE_TYPE_CONFIG).equals(HTTP);
    }

    private boolean isSimulator() {
        return getString(SOURCE_TYPE_CONFIG).equals(SIMULATOR);
    }

    private Path file() {
        return Path.of(getString(FileOptions.PATH_CONFIG));
    }

    /** How large elements may be. */
    public ElementLimits limits() {
        return new ElementLimits(
                getInt(LIMITS_ELEMENT_STATEMENTS_CONFIG),
                getInt(LIMITS_ELEMENT_BYTES_CONFIG),
                getInt(LIMITS_ELEMENT_PROCESSOR_MS_CONFIG));
    }

    private KeyRule keyRule(Path file) {
        return keyRule(KeySource.valueOf(keySource()), constantKey(file));
    }

    private String constantKey(Path file) {
        String constant = getString(KEY_CONSTANT_CONFIG);
        return constant == null || constant.isEmpty() ? ElementFile.baseName(file) : constant;
    }

    private KeyRule keyRule(KeySource source, String constant) {
        return new KeyRule(
                source,
                Pattern.compile(getString(KEY_PATTERN_CONFIG)),
                iri(getString(KEY_SUBJECT_TYPE_CONFIG)),
                constant);
    }

    private String keySource() {
        return getString(KEY_SOURCE_CONFIG).replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /** How the key of a message is found. */
    public MessageKeyRule messageKeyRule() {
        String constant = getString(KEY_CONSTANT_CONFIG);
        String pointer = getString(KEY_JSON_POINTER_CONFIG);
        return MessageKeyRule.written(
                switch (getString(KEY_SOURCE_CONFIG)) {
                    case "topic" -> MessageKeyRule.topic();
                    case "topic-segment" -> MessageKeyRule.segment(getInt(KEY_TOPIC_SEGMENT_CONFIG));
                    case JSON_POINTER -> MessageKeyRule.pointer(String.valueOf(pointer));
                    default ->
                        MessageKeyRule.graph(topic -> keyRule(
                                KeySource.valueOf(keySource()),
                                constant == null || constant.isEmpty() ? topic : constant));
                });
    }

    /**
     * The stream of the messages of a topic: topics that give the same key are one stream, as far as that is known before
     * messages are read.
     */
    public UnaryOperator<String> streamOfTopic() {
        String constant = getString(KEY_CONSTANT_CONFIG);
        String all = constant == null || constant.isEmpty() ? null : constant;
        return switch (getString(KEY_SOURCE_CONFIG)) {
            case "topic-segment" -> {
                int number = getInt(KEY_TOPIC_SEGMENT_CONFIG);
                yield topic -> Objects.requireNonNullElse(TopicLevels.level(topic, number), topic);
            }
            case "auto", "constant" -> topic -> Objects.requireNonNullElse(all, topic);
            default -> topic -> topic;
        };
    }

    /** How the time of an element is found. */
    public EventTimeRule eventTimeRule() {
        return new EventTimeRule(SimpleValueFactory.getInstance().createIRI(getString(TEMPORAL_PROPERTY_CONFIG)));
    }

    private static @Nullable IRI iri(@Nullable String text) {
        return text == null ? null : SimpleValueFactory.getInstance().createIRI(text);
    }
}
