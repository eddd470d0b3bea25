package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.cli.VelellaRun;
import dev.velella.rdf.RdfGraph;
import dev.velella.tests.Installation.Outcome;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;

/** Runs the commands {@code velella topic} in this process, and reads their output. */
public final class TopicRun {
    private static final Pattern HEADING = Pattern.compile("^# [a-z-]+-[0-9]+@([0-9]+) .*");

    private TopicRun() {}

    /** The arguments of {@code velella} for a command, with the patience that a busy machine needs. */
    static String[] arguments(String bootstrapServers, String command, String topic, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("topic", command, "--bootstrap-server", bootstrapServers, "--topic", topic));
        arguments.addAll(List.of(more));
        arguments.addAll(List.of("--timeout-ms", "120000"));
        return arguments.toArray(String[]::new);
    }

    /** Runs a command. */
    public static Outcome of(String bootstrapServers, String command, String topic, String... more) {
        VelellaRun run = VelellaRun.of(arguments(bootstrapServers, command, topic, more));
        return new Outcome(run.status(), run.out(), run.err());
    }

    /** Runs a command that must succeed; returns its output. */
    public static String output(String bootstrapServers, String command, String topic, String... more) {
        Outcome outcome = of(bootstrapServers, command, topic, more);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).as("%s", outcome).isZero();
        return outcome.out();
    }

    /** The command failed with one line for people. */
    public static void assertOneLine(Outcome outcome, int status, String... parts) {
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(status);
        assertThat(outcome.err().lines()).as(outcome.err()).hasSize(1);
        assertThat(outcome.err()).contains(parts).doesNotContain("Exception");
    }

    /** The lines of {@code cat} under each heading, by offset; the heading itself is the first. */
    public static Map<Long, List<String>> blocks(String printed) {
        Map<Long, List<String>> blocks = new TreeMap<>();
        List<String> block = new ArrayList<>();
        for (String line : printed.lines().toList()) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                block = new ArrayList<>();
                blocks.put(Long.parseLong(heading.group(1)), block);
            }
            block.add(line);
        }
        return blocks;
    }

    /** The lines are a graph. */
    static void assertHolds(List<String> block, RdfGraph graph) throws IOException {
        assertThat(new HashSet<Statement>(Rio.parse(new StringReader(String.join("\n", block)), RDFFormat.NQUADS)))
                .isEqualTo(new HashSet<>(graph.statements()));
    }
}
