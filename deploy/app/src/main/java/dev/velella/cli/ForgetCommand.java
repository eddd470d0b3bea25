package dev.velella.cli;

import dev.velella.failure.UserException;
import dev.velella.forget.ForgetReport;
import dev.velella.forget.Forgetting;
import dev.velella.forget.KeyHolding;
import dev.velella.forget.KeyTopics;
import dev.velella.kit.secret.ClientErrors;
import dev.velella.record.dictionary.DictionaryOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Forgets a key: ends its stream, and reports which topic still holds it and until when. */
@Command(
        name = "forget",
        description = {
            "Ends the stream of a key, and reports as JSON which topic still holds records of the key, and until when.",
            "Writes a tombstone into the topics of graphs, so that the diff app deletes the graph and the snapshot of the"
                    + " stream, and sinks delete it from their stores. Asks before it writes. The exit status is 0 if every"
                    + " value will be gone at a known time, and 4 if not."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ForgetCommand implements Callable<Integer>, OptionChecks {
    private static final int UNBOUNDED = 4;

    private final InputStream standardInput;
    private final OutputStream standardOutput;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private BrokerMixin brokers = new BrokerMixin();

    @Option(names = "--key", required = true, paramLabel = "K", description = "Key to forget.")
    private String key = "";

    @Option(
            names = "--graphs",
            split = ",",
            paramLabel = "NAME[,..]",
            description = "Topics of graphs (velella.input.topic): they get a tombstone.")
    private List<String> graphs = new ArrayList<>();

    @Option(
            names = "--snapshots",
            split = ",",
            paramLabel = "NAME[,..]",
            description = "Topics of snapshots (velella.snapshot.topic): the diff app writes the tombstone there.")
    private List<String> snapshots = new ArrayList<>();

    @Option(
            names = "--compacted",
            split = ",",
            paramLabel = "NAME[,..]",
            description = "Further compacted topics that get a tombstone; not topics of the diff app.")
    private List<String> compacted = new ArrayList<>();

    @Option(
            names = "--topic",
            split = ",",
            paramLabel = "NAME[,..]",
            description = "Topics that are only looked into: patches, dead letters, late elements.")
    private List<String> others = new ArrayList<>();

    @Option(
            names = "--dictionaries-topic",
            paramLabel = "NAME",
            defaultValue = DictionaryOptions.DEFAULT_TOPIC,
            description = "Topic of dictionaries, which is only looked into (default: ${DEFAULT-VALUE}).")
    private String dictionaries = DictionaryOptions.DEFAULT_TOPIC;

    @Option(names = "--dry-run", description = "Only look and report. Writes nothing.")
    private boolean dryRun;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(
            names = "--wait-ms",
            paramLabel = "N",
            defaultValue = "60000",
            description = "Longest wait for the diff app to delete the snapshot, in ms (default: ${DEFAULT-VALUE}).")
    private long waitMs = 60_000;

    /**
     * @param standardInput gives the answer to the question
     * @param standardOutput gets the report
     */
    public ForgetCommand(InputStream standardInput, OutputStream standardOutput) {
        this.standardInput = standardInput;
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() throws IOException {
        Forgetting.Names names = new Forgetting.Names(graphs, snapshots, compacted, others, dictionaries);
        if (names.all().isEmpty()) {
            throw usage("name the topics: --graphs, --snapshots, --compacted, --topic");
        }
        if (dryRun && yes) {
            throw usage("--dry-run writes nothing, so --yes has no meaning");
        }
        if (waitMs < 0) {
            throw usage("--wait-ms must be at least 0, not " + waitMs);
        }
        String servers = brokers.servers(this);
        Duration timeout = brokers.timeout(this);
        Map<String, String> client = brokers.client();
        client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, servers);
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        try (KeyTopics topics = new KeyTopics(client, key.getBytes(StandardCharsets.UTF_8), timeout)) {
            Forgetting forgetting = new Forgetting(topics, names, Clock.systemUTC());
            Map<String, List<KeyHolding>> before = forgetting.look();
            Map<String, Integer> written = Map.of();
            if (!dryRun) {
                ask(before);
                written = forgetting.end(before);
                if (!forgetting.awaitSnapshots(Duration.ofMillis(waitMs))) {
                    say("the diff app has not deleted the snapshot within " + waitMs + " ms: does it run? The report"
                            + " shows the topics as they are");
                }
            }
            ForgetReport report = forgetting.report(key, written, dryRun);
            report.write(standardOutput);
            return report.isBounded() ? 0 : UNBOUNDED;
        } catch (TimeoutException e) {
            throw UserException.noAnswer(servers, timeout, e);
        } catch (KafkaException e) {
            throw new UserException(
                    "cannot read topic " + String.join(", ", names.all()) + ": " + ClientErrors.message(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UserException("interrupted", e);
        }
    }

    /** Asks for the key once more, because nobody can take a tombstone back. */
    private void ask(Map<String, List<KeyHolding>> before) throws IOException {
        if (yes) {
            return;
        }
        long values = before.values().stream()
                .flatMap(List::stream)
                .mapToLong(KeyHolding::values)
                .sum();
        say("The topics hold " + values + " values of key '" + key + "'. Its stream will end: its graph is deleted from"
                + " every store that reads the patches. Type the key to go on:");
        String answer = new BufferedReader(new InputStreamReader(standardInput, StandardCharsets.UTF_8)).readLine();
        if (!key.equals(answer)) {
            throw new UserException("nothing was written, because the answer is not the key");
        }
    }

    private void say(String line) {
        if (spec != null) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(line);
            err.flush();
        }
    }

    @Override
    public ParameterException usage(String message) {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return new ParameterException(spec.commandLine(), message);
    }
}
