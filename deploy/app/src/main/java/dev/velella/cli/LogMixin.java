package dev.velella.cli;

import dev.velella.failure.UserException;
import dev.velella.kit.secret.ClientErrors;
import dev.velella.log.LogException;
import dev.velella.log.TopicAccess;
import dev.velella.log.asof.AsOf;
import dev.velella.log.asof.LogTopics;
import dev.velella.topic.Interruption;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that name the topics of patches and snapshots, and how they are read. */
final class LogMixin implements OptionChecks {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Mixin
    private BrokerMixin brokers = new BrokerMixin();

    @Option(
            names = "--topic",
            required = true,
            paramLabel = "NAME",
            description = "Topic of patches (velella.output.topic of the diff app).")
    private String topic = "";

    @Option(
            names = "--snapshot-topic",
            paramLabel = "NAME",
            description =
                    "Topic of snapshots (velella.snapshot.topic of the diff app). Without it, patches are replayed"
                            + " from the first.")
    private @Nullable String snapshots;

    @Option(
            names = "--partition",
            paramLabel = "N[,N..]",
            split = ",",
            description = "Partitions to read (default: all).")
    private Set<Integer> partitions = new LinkedHashSet<>();

    @Mixin
    private DecoderMixin decoder = new DecoderMixin();

    /** The work of a command on the log. */
    interface Task<T> {
        T run(AsOf asOf) throws IOException;
    }

    /** The partitions that are read; empty for all. */
    Set<Integer> partitions() {
        return partitions;
    }

    /** The name of the topic of patches. */
    String topic() {
        return topic;
    }

    /**
     * Opens the log and works on it.
     *
     * @throws ParameterException if an option makes no sense
     * @throws UserException if the log cannot be read or cannot give an answer
     */
    <T> T run(Task<T> task) throws IOException {
        String servers = brokers.servers(this);
        checkPartitions(partitions);
        LogTopics topics = topics(servers);
        // Set before the first logger is created, because the client also logs the exceptions that it throws.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        try (AsOf asOf = new AsOf(topics);
                Interruption interruption = new Interruption(asOf::stop)) {
            interruption.install();
            return task.run(asOf);
        } catch (LogException e) {
            throw new UserException(String.valueOf(e.getMessage()), e);
        } catch (TimeoutException e) {
            throw UserException.noAnswer(servers, brokers.timeout(this), e);
        } catch (OutOfMemoryError e) {
            throw new UserException(
                    "topic " + topic + " needs more memory; raise the heap, for example VELELLA_OPTS=-Xmx2g, or name"
                            + " fewer streams (--key, --prefix)",
                    e);
        } catch (KafkaException e) {
            throw new UserException("cannot read topic " + topic + ": " + ClientErrors.message(e), e);
        }
    }

    private LogTopics topics(String servers) {
        Map<String, String> client = brokers.client();
        // A fetch that waits for new records would delay the next reading at another place.
        client.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "5");
        client.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, "velella-as-of");
        TopicAccess access = new TopicAccess(servers, topic, client, true, brokers.timeout(this));
        return new LogTopics(access, snapshots, decoder.dictionariesTopic(), decoder.limits(this));
    }

    @Override
    public ParameterException usage(String message) {
        if (command == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return new ParameterException(command.commandLine(), message);
    }
}
