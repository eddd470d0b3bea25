package dev.velella.source;

import dev.velella.cluster.ClusterOptions;
import dev.velella.source.element.EventTimeRule;
import dev.velella.source.element.KeyRule;
import dev.velella.source.element.KeySource;
import dev.velella.source.file.ElementFile;
import dev.velella.source.file.ElementLimits;
import dev.velella.source.file.FileSet;
import dev.velella.source.file.FlatElements;
import dev.velella.source.file.InputFormatException;
import dev.velella.source.http.HttpOptions;
import dev.velella.source.mqtt.MqttOptions;
import dev.velella.source.payload.MessageKeyRule;
import dev.velella.source.payload.PayloadOptions;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherStyle;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/** Options of {@link RdfSourceConnector}, checked. Immutable. */
public final class RdfSourceConfig extends AbstractConfig {
    public static final String SOURCE_TYPE_CONFIG = "source.type";
    static final String SOURCE_TYPE_DOC =
            "Where elements come from: 'simulator' for simulated weather stations, 'file' for a file of RDF elements, 'mqtt'"
                    + " for the messages of an MQTT broker, 'http' for a document or a Jelly stream of an HTTP server.";
    public static final String TOPIC_CONFIG = "topic";
    static final String TOPIC_DOC = "Topic that the elements are written to, one record an element.";
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
                    + " not exist, by the worker's settings without end, so a number too high stops the task without an"
                    + " error. Where a transform changes the topic, it is the smallest number of all topics written."
                    + " Whether the topic is compacted is not known without kafka.bootstrap.servers: set"
                    + " value.converter.jelly.mode=self-contained if it is.";

    public static final String SIMULATOR_SEED_CONFIG = "simulator.seed";
    static final String SIMULATOR_SEED_DOC =
            "Number that decides the simulated weather; the same options give the same stream.";
    public static final String SIMULATOR_ELEMENTS_CONFIG = "simulator.elements";
    static final String SIMULATOR_ELEMENTS_DOC =
            "Length of the stream in elements, over all stations; 0 is endless. When it is raised, a stream that was"
                    + " emitted completely goes on.";
    public static final String SIMULATOR_STATIONS_CONFIG = "simulator.stations";
    static final String SIMULATOR_STATIONS_DOC =
            "Number of weather stations, which take turns; their keys are ibs_1, ibs_2 and so on.";
    public static final String SIMULATOR_START_CONFIG = "simulator.start";
    static final String SIMULATOR_START_DOC =
            "Time of the first element in UTC, without zone; elements follow about every 10 seconds.";
    public static final String SIMULATOR_BASE_CONFIG = "simulator.base";
    static final String SIMULATOR_BASE_DOC = "Start of the IRIs of sensors, observations and graphs.";
    public static final String SIMULATOR_STYLE_CONFIG = "simulator.style";
    static final String SIMULATOR_STYLE_DOC =
            "'graphs' keeps the IRIs of observations the same, so that about 11 statements differ from one element to"
                    + " the next; 'triples' has the time in them, so that most differ.";
    public static final String SIMULATOR_BNODES_CONFIG = "simulator.bnodes";
    static final String SIMULATOR_BNODES_DOC = "Whether results are blank nodes, with other labels in every element.";
    public static final String SIMULATOR_DUP_PROBABILITY_CONFIG = "simulator.dup.probability";
    static final String SIMULATOR_DUP_PROBABILITY_DOC = "Chance that an element is repeated.";
    public static final String SIMULATOR_LATE_PROBABILITY_CONFIG = "simulator.late.probability";
    static final String SIMULATOR_LATE_PROBABILITY_DOC = "Chance that an element changes places with the next.";
    public static final String SIMULATOR_GAP_PROBABILITY_CONFIG = "simulator.gap.probability";
    static final String SIMULATOR_GAP_PROBABILITY_DOC =
            "Chance of a silence of up to ten minutes (of simulated time) after an element.";
    public static final String SIMULATOR_RATE_PER_SECOND_CONFIG = "simulator.rate.per.second";
    static final String SIMULATOR_RATE_PER_SECOND_DOC =
            "Elements emitted a second, over all stations; may be below 1; 0 is as fast as possible.";

    public static final String FILE_PATH_CONFIG = "file.path";
    static final String FILE_PATH_DOC =
            "File that the worker can read. Its name tells its format: .tar.gz, .tgz or .tar with a file (.ttl, .trig,"
                    + " .nt, .nq, .jelly) an element; .nq and .nt as file.elements says; .jelly with a frame an"
                    + " element; .ttl or .trig as one element. The last five may be followed by .gz. Relative IRIs"
                    + " are refused unless the file declares a base.";

    public static final String FILE_PATHS_CONFIG = "file.paths";
    static final String FILE_PATHS_DOC =
            "Files instead of file.path, separated by commas: names; directories, for the files in them whose names end as"
                    + " those of known formats and do not begin with a dot; patterns with *, ?, {a,b} and [ab], ** for"
                    + " directories of any depth. Each file is an input of its own. They are dealt out among the tasks, and a"
                    + " task reads its files one after the other, in the order of their names.";
    public static final String FILE_WATCH_INTERVAL_MS_CONFIG = "file.watch.interval.ms";
    static final String FILE_WATCH_INTERVAL_MS_DOC =
            "How often new files are looked for; 0 never. With new files the tasks begin anew, each where it was. Move files"
                    + " in when they are whole; what is written to a file that was read to its end is not read.";
    public static final String FILE_ELEMENTS_CONFIG = "file.elements";
    static final String FILE_ELEMENTS_DOC =
            "What an element is in a file of lines: 'messages' for what stands before a delimiter (RDF message logs: a line"
                    + " MESSAGE, or # @message), 'graphs' for the lines of a graph name (.nq), 'auto' for messages where the"
                    + " file begins so (a VERSION of messages, or a delimiter in its first 64 Ki characters), else graphs.";
    public static final String FILE_RATE_PER_SECOND_CONFIG = "file.rate.per.second";
    static final String FILE_RATE_PER_SECOND_DOC =
            "Most elements that a task emits a second; may be below 1; 0 is as fast as possible.";
    public static final String FILE_SPEEDUP_CONFIG = "file.speedup";
    static final String FILE_SPEEDUP_DOC =
            "How many times faster than recorded elements are emitted, by their times (temporal.property): 1 as they were"
                    + " recorded, 60 for an hour in a minute; 0 is as fast as possible. The first element of a file, elements"
                    + " without a time and late ones are due at once.";
    public static final String FILE_LOOP_CONFIG = "file.loop";
    static final String FILE_LOOP_DOC =
            "Whether a file begins anew at its end, for ever; a task with several files then never comes to the second. The"
                    + " elements keep their times, so the diff app needs velella.late=keep.";

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
    static final String LIMITS_ELEMENT_STATEMENTS_DOC = "Most statements of one element; a larger one is an error.";
    public static final String LIMITS_ELEMENT_BYTES_CONFIG = "limits.element.bytes";
    static final String LIMITS_ELEMENT_BYTES_DOC =
            "Most bytes of one archive entry, document, line or frame, decompressed, or of the payload of a message; a larger"
                    + " one is an error.";

    static final String SIMULATOR = "simulator";
    static final String FILE = "file";
    static final String MQTT = "mqtt";
    static final String HTTP = "http";
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

    /** Options that decide what a simulated element holds; the length of the stream does not. */
    private static final List<String> PARTITION_SIMULATOR_OPTIONS = List.of(
            SIMULATOR_SEED_CONFIG,
            SIMULATOR_STATIONS_CONFIG,
            SIMULATOR_START_CONFIG,
            SIMULATOR_BASE_CONFIG,
            SIMULATOR_STYLE_CONFIG,
            SIMULATOR_BNODES_CONFIG,
            SIMULATOR_DUP_PROBABILITY_CONFIG,
            SIMULATOR_LATE_PROBABILITY_CONFIG,
            SIMULATOR_GAP_PROBABILITY_CONFIG);

    private final StampOptions stampOptions;

    /**
     * Parses and checks the options; unknown ones are ignored.
     *
     * @throws ConfigException if an option is missing, has a wrong value, or does not go with another
     */
    public RdfSourceConfig(Map<String, String> props) {
        super(definition(), props);
        stampOptions = StampOptions.of(props);
        Map<String, String> problems = new LinkedHashMap<>(problems(values()));
        problems.putAll(stampOptions.problems());
        problems.forEach((option, message) -> {
            throw new ConfigException(option, props.get(option), message);
        });
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
    static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        Object type = values.get(SOURCE_TYPE_CONFIG);
        if (FILE.equals(type)) {
            fileProblems(problems, values);
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
        return problems;
    }

    private static void fileProblems(Map<String, String> problems, Map<String, ?> values) {
        Object path = values.get(FILE_PATH_CONFIG);
        boolean onePath = path != null && !path.equals("");
        if (values.get(FILE_PATHS_CONFIG) instanceof List<?> names && !names.isEmpty()) {
            if (onePath) {
                problems.put(FILE_PATHS_CONFIG, "is given, and file.path too; leave one out");
            } else {
                pathsProblems(problems, names.stream().map(String::valueOf).toList(), values);
            }
        } else if (number(values.get(FILE_WATCH_INTERVAL_MS_CONFIG)) > 0) {
            problems.put(FILE_WATCH_INTERVAL_MS_CONFIG, "goes with file.paths only");
        } else if (!onePath) {
            problems.put(FILE_PATH_CONFIG, "is needed with source.type=file, or file.paths");
        } else {
            try {
                ElementFile.check(Path.of((String) path));
            } catch (InputFormatException | InvalidPathException e) {
                problems.put(FILE_PATH_CONFIG, String.valueOf(e.getMessage()));
            }
        }
    }

    private static long number(@Nullable Object value) {
        return value instanceof Long number ? number : 0L;
    }

    private static void pathsProblems(Map<String, String> problems, List<String> names, Map<String, ?> values) {
        try {
            boolean watched = number(values.get(FILE_WATCH_INTERVAL_MS_CONFIG)) > 0;
            if (FileSet.find(names).isEmpty() && !watched) {
                problems.put(FILE_PATHS_CONFIG, "no file is there; with file.watch.interval.ms one may come later");
            }
        } catch (InputFormatException | IllegalArgumentException e) {
            problems.put(FILE_PATHS_CONFIG, String.valueOf(e.getMessage()));
        }
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
    public String topic() {
        return getString(TOPIC_CONFIG);
    }

    /** Number of partitions of the topic; null where it is not configured. */
    @Nullable
    Integer topicPartitions() {
        return getInt(TOPIC_PARTITIONS_CONFIG);
    }

    /** What all options together say about stamping records. */
    StampOptions stampOptions() {
        return stampOptions;
    }

    /** Most records of a batch. */
    public int batchMaxRecords() {
        return getInt(BATCH_MAX_RECORDS_CONFIG);
    }

    /** Most elements a second; 0 is as many as possible. */
    public double elementsPerSecond() {
        return getDouble(isSimulator() ? SIMULATOR_RATE_PER_SECOND_CONFIG : FILE_RATE_PER_SECOND_CONFIG);
    }

    /** How many times faster than recorded elements are emitted; 0 is as fast as possible. */
    double replaySpeedup() {
        return isFile() ? getDouble(FILE_SPEEDUP_CONFIG) : 0;
    }

    /** Oldest event time that becomes a Kafka timestamp, in ms before now. */
    public long timestampMaxAgeMs() {
        return getLong(TIMESTAMP_MAX_AGE_MS_CONFIG);
    }

    /** What a task with these options reads, in this order. Opening a file throws {@link InputFormatException}. */
    List<PlannedInput> inputs() {
        if (isSimulator()) {
            return List.of(new PlannedInput(sourcePartition(), () -> new SimulatorInput(weather())));
        }
        return files().stream()
                .map(file -> new PlannedInput(
                        filePartition(file),
                        getBoolean(FILE_LOOP_CONFIG) ? () -> new LoopingInput(() -> open(file)) : () -> open(file)))
                .toList();
    }

    private ElementInput open(Path file) {
        FlatElements flat = FlatElements.valueOf(getString(FILE_ELEMENTS_CONFIG).toUpperCase(Locale.ROOT));
        return new FileInput(file, limits(), flat, keyRule(file), eventTimeRule());
    }

    /**
     * The files of a task, or all that there are now.
     *
     * @throws InputFormatException if one is missing or not readable
     */
    List<Path> files() {
        List<Path> ofTask = FileTasks.of(originalsStrings());
        return ofTask == null ? FileSet.find(fileNames()) : ofTask;
    }

    /** What the user says of files: names, directories and patterns. */
    List<String> fileNames() {
        List<String> names = getList(FILE_PATHS_CONFIG);
        return names.isEmpty() ? List.of(getString(FILE_PATH_CONFIG)) : names;
    }

    /** How often new files are looked for; 0 never. */
    long fileWatchIntervalMs() {
        return isFile() ? getLong(FILE_WATCH_INTERVAL_MS_CONFIG) : 0;
    }

    /** Whether elements are in files. */
    boolean isFile() {
        return getString(SOURCE_TYPE_CONFIG).equals(FILE);
    }

    private static Map<String, Object> filePartition(Path file) {
        return Map.of(PARTITION_INPUT, FILE_INPUT + file.toAbsolutePath().normalize());
    }

    /**
     * Identity of the input in Connect's offset storage: all that decides which element has which number, in one text.
     * Connect looks offsets up by the serialized map, and its REST API gives a map of several keys another order.
     */
    Map<String, Object> sourcePartition() {
        if (isMqtt()) {
            return Map.of(PARTITION_INPUT, MQTT_INPUT + getString(MqttOptions.CLIENT_ID_CONFIG));
        } else if (isHttp()) {
            return Map.of(PARTITION_INPUT, HTTP_INPUT + getString(HttpOptions.URL_CONFIG));
        } else if (!isSimulator()) {
            return filePartition(file());
        }
        String options = PARTITION_SIMULATOR_OPTIONS.stream()
                .map(option -> shortName(option) + "="
                        + URLEncoder.encode(String.valueOf(values().get(option)), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return Map.of(PARTITION_INPUT, SIMULATOR_INPUT + options);
    }

    /** Identity of the frames of one device in Connect's offset storage: the session, and the topic of the device. */
    static Map<String, Object> linkPartition(String clientId, String topic) {
        return Map.of(PARTITION_INPUT, LINK_INPUT + URLEncoder.encode(clientId, StandardCharsets.UTF_8) + "/" + topic);
    }

    /** Whether the offsets of a source partition are those of a URL. */
    static boolean isOfHttp(Map<String, ?> partition) {
        return String.valueOf(partition.get(PARTITION_INPUT)).startsWith(HTTP_INPUT);
    }

    /** Whether the offsets of a source partition are {@link LinkOffset}s. */
    static boolean isOfLink(Map<String, ?> partition) {
        return String.valueOf(partition.get(PARTITION_INPUT)).startsWith(LINK_INPUT);
    }

    /** Whether a map has the form of a {@link #sourcePartition}. */
    static boolean isSourcePartition(Map<String, ?> partition) {
        return partition.size() == 1
                && partition.get(PARTITION_INPUT) instanceof String input
                && (input.startsWith(FILE_INPUT)
                        || input.startsWith(SIMULATOR_INPUT)
                        || input.startsWith(MQTT_INPUT)
                        || input.startsWith(HTTP_INPUT)
                        || input.startsWith(LINK_INPUT));
    }

    /** Whether the offsets of a source partition are {@link MqttOffset}s, not {@link SourceOffset}s. */
    static boolean isOfMessages(Map<String, ?> partition) {
        return String.valueOf(partition.get(PARTITION_INPUT)).startsWith(MQTT_INPUT);
    }

    /** Whether nothing is left to emit. A simulated stream goes on when it was made longer. */
    boolean isFinished(SourceOffset stored) {
        long length = isSimulator() ? getLong(SIMULATOR_ELEMENTS_CONFIG) : stored.elements();
        boolean endless = isFile() && getBoolean(FILE_LOOP_CONFIG);
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

    private WeatherOptions weather() {
        return new WeatherOptions(
                getLong(SIMULATOR_SEED_CONFIG),
                getInt(SIMULATOR_STATIONS_CONFIG),
                getLong(SIMULATOR_ELEMENTS_CONFIG),
                LocalDateTime.parse(getString(SIMULATOR_START_CONFIG)),
                getString(SIMULATOR_BASE_CONFIG),
                WeatherStyle.valueOf(getString(SIMULATOR_STYLE_CONFIG).toUpperCase(Locale.ROOT)),
                getBoolean(SIMULATOR_BNODES_CONFIG),
                getDouble(SIMULATOR_DUP_PROBABILITY_CONFIG),
                getDouble(SIMULATOR_LATE_PROBABILITY_CONFIG),
                getDouble(SIMULATOR_GAP_PROBABILITY_CONFIG));
    }

    private Path file() {
        return Path.of(getString(FILE_PATH_CONFIG));
    }

    /** How large elements may be. */
    ElementLimits limits() {
        return new ElementLimits(getInt(LIMITS_ELEMENT_STATEMENTS_CONFIG), getInt(LIMITS_ELEMENT_BYTES_CONFIG));
    }

    private KeyRule keyRule(Path file) {
        String constant = getString(KEY_CONSTANT_CONFIG);
        return keyRule(
                KeySource.valueOf(keySource()),
                constant == null || constant.isEmpty() ? ElementFile.baseName(file) : constant);
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
    MessageKeyRule messageKeyRule() {
        String constant = getString(KEY_CONSTANT_CONFIG);
        String pointer = getString(KEY_JSON_POINTER_CONFIG);
        return switch (getString(KEY_SOURCE_CONFIG)) {
            case "topic" -> MessageKeyRule.topic();
            case "topic-segment" -> MessageKeyRule.segment(getInt(KEY_TOPIC_SEGMENT_CONFIG));
            case JSON_POINTER -> MessageKeyRule.pointer(String.valueOf(pointer));
            default ->
                MessageKeyRule.graph(topic -> keyRule(
                        KeySource.valueOf(keySource()), constant == null || constant.isEmpty() ? topic : constant));
        };
    }

    /** How the time of an element is found. */
    EventTimeRule eventTimeRule() {
        return new EventTimeRule(SimpleValueFactory.getInstance().createIRI(getString(TEMPORAL_PROPERTY_CONFIG)));
    }

    private static @Nullable IRI iri(@Nullable String text) {
        return text == null ? null : SimpleValueFactory.getInstance().createIRI(text);
    }

    private static String shortName(String simulatorOption) {
        return simulatorOption.substring(SIMULATOR.length() + 1);
    }
}
