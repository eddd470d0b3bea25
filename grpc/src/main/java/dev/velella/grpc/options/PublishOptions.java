package dev.velella.grpc.options;

import dev.velella.frame.JellyMode;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.KeyRule;
import dev.velella.graph.KeySource;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/** Options of publishing: topics, keys, transactions. Stateless. */
final class PublishOptions {
    static final Option<List<String>> TOPICS = Option.list("publish.topics")
            .high()
            .doc(
                    "Topics of graphs that clients may publish into, separated by commas. A name that ends with * stands for all"
                            + " topics that begin so. The topics must exist. Default: none.");

    static final Option<KeySource> KEY_SOURCE = Option.choice(
                    "key.source",
                    KeySource.AUTO,
                    List.of(KeySource.AUTO, KeySource.GRAPH_NAME, KeySource.SUBJECT_TYPE, KeySource.CONSTANT))
            .medium()
            .doc(
                    "Where the key of a record comes from, if neither the frame nor the call says it. graph-name: the graph name"
                            + " (key.pattern). subject-type: the subject of a class (key.subject.type). constant: key.constant. auto:"
                            + " the graph name if the frame is a named graph, otherwise the constant.");

    static final Option<String> KEY_PATTERN = Option.text("key.pattern")
            .byDefault(KeyRule.DEFAULT_PATTERN)
            .check(ConfigDef.LambdaValidator.with(
                    PublishOptions::checkPattern, () -> "regular expression with a group"))
            .doc(
                    "Regular expression for key.source=graph-name; its group 1 is the key. The default takes the graph name"
                            + " without its last segment.");

    static final Option<String> KEY_SUBJECT_TYPE = Option.text("key.subject.type")
            .check(ConfigDef.LambdaValidator.with(PublishOptions::checkIri, () -> "absolute IRI"))
            .doc("IRI of a class; with key.source=subject-type the key is the one subject of that type.");

    static final Option<String> KEY_CONSTANT = Option.text("key.constant")
            .doc(
                    "Key of all frames (key.source=constant), or of the frames that are no named graphs (key.source=auto). Without"
                            + " it, such a frame is refused.");

    static final Option<JellyMode> MODE = Option.choice(
                    "jelly.mode", JellyMode.DICTIONARY, List.of(JellyMode.DICTIONARY, JellyMode.SELF_CONTAINED))
            .high()
            .doc("What the record of a graph builds on. dictionary: on a dictionary in a topic of its own"
                    + " (jelly.dictionaries.topic), and on no other record; as long as the server cannot write to that topic,"
                    + " records are self-contained, and a warning says so. self-contained: on nothing. Topics are read in any"
                    + " form.");

    static final Option<Integer> PRODUCERS = Option.number("publish.producers.max", 50)
            .atLeast(1)
            .doc(
                    "Largest number of open calls that number their frames. Each has a Kafka producer of its own, of 4 MiB and a"
                            + " thread. A further one is refused with RESOURCE_EXHAUSTED.");

    static final Option<Long> TRANSACTION_MS = Option.number("publish.transaction.ms", 100L)
            .atLeast(1)
            .doc(
                    "Time after which a transaction of numbered frames is committed, in ms. Readers see the frames then. A transaction of 1000 frames is committed at once.");

    static final Option<String> TRANSACTIONAL_ID = Option.text("transactional.id.prefix")
            .byDefault("velella-grpc")
            .doc(
                    "Beginning of the transactional ids of publishers that number their frames, and of the groups whose offsets"
                            + " hold their numbers. All servers that a publisher may reach must have the same.");

    private PublishOptions() {}

    static void define(ConfigDef def) {
        new OptionGroup(def, "Publish")
                .add(TOPICS, KEY_SOURCE, KEY_PATTERN, KEY_SUBJECT_TYPE, KEY_CONSTANT)
                .add(PRODUCERS, TRANSACTION_MS, TRANSACTIONAL_ID);
    }

    private static void checkPattern(String name, Object value) {
        try {
            if (value instanceof String text
                    && Pattern.compile(text).matcher("").groupCount() < 1) {
                throw new ConfigException(name, value, "needs a group in parentheses, which is the key");
            }
        } catch (PatternSyntaxException e) {
            throw new ConfigException(name, value, "is no regular expression: " + e.getDescription());
        }
    }

    private static void checkIri(String name, Object value) {
        if (value instanceof String text && !GraphSettings.isAbsoluteIri(text)) {
            throw new ConfigException(name, value, "must be an absolute IRI");
        }
    }

    /** Checks options that depend on each other. */
    static void check(GrpcConfig config) {
        KeySource source = KEY_SOURCE.of(config);
        if (source == KeySource.SUBJECT_TYPE && KEY_SUBJECT_TYPE.orNull(config) == null) {
            throw new ConfigException(KEY_SUBJECT_TYPE + " is needed with key.source=subject-type");
        } else if (source == KeySource.CONSTANT && KEY_CONSTANT.orNull(config) == null) {
            throw new ConfigException(KEY_CONSTANT + " is needed with key.source=constant");
        }
    }

    /** The rule for frames whose key nobody says. The constant is empty if there is none. */
    static KeyRule keyRule(GrpcConfig config) {
        String type = KEY_SUBJECT_TYPE.orNull(config);
        @Nullable
        IRI subjectType = type == null ? null : SimpleValueFactory.getInstance().createIRI(type);
        String constant = KEY_CONSTANT.orNull(config);
        return new KeyRule(
                KEY_SOURCE.of(config),
                Pattern.compile(KEY_PATTERN.of(config)),
                subjectType,
                constant == null ? "" : constant);
    }
}
