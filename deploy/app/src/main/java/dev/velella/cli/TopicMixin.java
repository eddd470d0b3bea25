package dev.velella.cli;

import dev.velella.failure.FileException;
import dev.velella.log.Begin;
import dev.velella.log.TopicAccess;
import dev.velella.topic.TopicQuery;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Options that name the topic and the part of it that is read. If Kafka's own tools have an option, it has the same
 * name here.
 */
final class TopicMixin implements OptionChecks {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Mixin
    private BrokerMixin brokers = new BrokerMixin();

    @Option(names = "--topic", required = true, paramLabel = "NAME", description = "Topic to read.")
    private String topic = "";

    @Option(
            names = "--partition",
            paramLabel = "N[,N..]",
            split = ",",
            description = "Partitions to read (default: all).")
    private Set<Integer> partitions = new LinkedHashSet<>();

    @Option(
            names = "--offset",
            paramLabel = "N|earliest|latest",
            description = "Offset to begin with in every partition (default: earliest).")
    private @Nullable String offset;

    @Option(
            names = "--from-datetime",
            paramLabel = "TIME",
            description = "Begin with the first record of this time or later, for example 2026-11-05T10:00:00Z. A time"
                    + " without a zone is UTC.")
    private @Nullable String fromDatetime;

    @Option(
            names = "--max-messages",
            paramLabel = "N",
            description = "Most records to read, all partitions together (default: no limit).")
    private @Nullable Long maxMessages;

    @Option(
            names = "--isolation-level",
            paramLabel = "LEVEL",
            defaultValue = "read_committed",
            description =
                    "read_committed leaves out records of open and aborted transactions, read_uncommitted does not"
                            + " (default: ${DEFAULT-VALUE}).")
    private String isolationLevel = "read_committed";

    @Mixin
    private DecoderMixin decoder = new DecoderMixin();

    /** Whether a topic is named. */
    boolean isGiven() {
        return !topic.isEmpty();
    }

    /**
     * The query that the options describe.
     *
     * @throws ParameterException if an option makes no sense
     * @throws FileException if the file with properties cannot be read
     */
    TopicQuery query() {
        String servers = brokers.servers(this);
        if (!isolationLevel.equals("read_committed") && !isolationLevel.equals("read_uncommitted")) {
            throw usage("--isolation-level must be read_committed or read_uncommitted, not " + isolationLevel);
        }
        checkPartitions(partitions);
        Begin begin = begin();
        long most = atLeastOne("--max-messages", maxMessages == null ? Long.MAX_VALUE : maxMessages);
        TopicAccess access = new TopicAccess(
                servers, topic, brokers.client(), isolationLevel.equals("read_committed"), brokers.timeout(this));
        return new TopicQuery(access, partitions, begin, decoder.dictionariesTopic(), most, decoder.limits(this));
    }

    /** The value of {@code --timeout-ms}, if it is given. */
    @Nullable
    Duration givenTimeout() {
        return brokers.givenTimeout();
    }

    private Begin begin() {
        if (fromDatetime != null) {
            if (offset != null) {
                throw usage("--offset and --from-datetime cannot be used together");
            }
            return new Begin.AtTime(time(fromDatetime));
        }
        if (offset == null || offset.equals("earliest")) {
            return new Begin.Earliest();
        }
        if (offset.equals("latest")) {
            return new Begin.Latest();
        }
        if (!NUMBER.matcher(offset).matches()) {
            throw usage("--offset must be a number from 0, earliest or latest, not " + offset);
        }
        return new Begin.At(Long.parseLong(offset));
    }

    private long time(String text) {
        return MomentText.time(text)
                .orElseThrow(() -> usage("--from-datetime must be a time such as 2026-11-05T10:00:00Z, not " + text));
    }

    @Override
    public ParameterException usage(String message) {
        if (command == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return new ParameterException(command.commandLine(), message);
    }
}
