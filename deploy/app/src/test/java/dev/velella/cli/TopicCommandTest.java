package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.quickstart.part.Ports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicCommandTest {
    @TempDir
    Path directory;

    private static CommandRun run(String command, String... more) {
        List<Object> arguments = new ArrayList<>(
                List.of("topic", command, "--bootstrap-server", "localhost:1", "--topic", "t", "--timeout-ms", "300"));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray());
    }

    @ParameterizedTest
    @CsvSource({
        "--offset, -1, --offset must be a number from 0",
        "--offset, first, --offset must be a number from 0",
        "--from-datetime, yesterday, --from-datetime must be a time such as",
        "--partition, -1, --partition must be at least 0",
        "--partition, one, one",
        "--max-messages, 0, --max-messages must be at least 1",
        "--isolation-level, committed, --isolation-level must be read_committed or read_uncommitted",
        "--timeout-ms, 0, --timeout-ms must be at least 1",
        "--limits-frame-bytes, 0, --limits-frame-bytes must be at least 1",
        "--lookback-max-records, 0, --lookback-max-records must be at least 1",
        "--bootstrap-server, localhost, --bootstrap-server must be HOST:PORT",
        "--format, xml, --format must be text or json"
    })
    void aValueThatMakesNoSenseIsWrongUsage(String option, String value, String message) {
        List<Object> arguments = new ArrayList<>(List.of("topic", "cat", "--topic", "t"));
        if (!option.equals("--bootstrap-server")) {
            arguments.addAll(List.of("--bootstrap-server", "localhost:1"));
        }
        arguments.addAll(List.of(option, value));

        assertThat(CommandRun.of(arguments.toArray()).fails(2).line())
                .contains(message)
                .endsWith("(see velella topic cat --help)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cat", "stats", "verify", "copy"})
    void serverAndTopicAreNeeded(String command) {
        assertThat(CommandRun.of("topic", command).fails(2).line())
                .contains("--bootstrap-server")
                .contains("--topic")
                .endsWith("(see velella topic " + command + " --help)");
    }

    @Test
    void aSubcommandIsNeeded() {
        assertThat(CommandRun.of("topic").fails(2).line()).endsWith("(see velella topic --help)");
    }

    @Test
    void offsetAndTimeDoNotGoTogether() {
        assertThat(run("cat", "--offset", "1", "--from-datetime", "2026-11-05T10:00:00Z")
                        .fails(2)
                        .line())
                .contains("cannot be used together");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cat", "stats", "verify", "copy"})
    void nobodyThereIsOneLineSoonAfterTheTimeout(String command) throws Exception {
        String server = "localhost:" + Ports.free();
        List<Object> arguments = new ArrayList<>(
                List.of("topic", command, "--bootstrap-server", server, "--topic", "t", "--timeout-ms", "300"));
        if (command.equals("copy")) {
            arguments.addAll(List.of("--to", "t"));
        }
        assertThat(CommandRun.of(arguments.toArray()).fails(1).line())
                .isEqualTo("velella: no answer from " + server + " within 300 ms: check --bootstrap-server, and"
                        + " --command-config if the connection needs TLS or a login");
    }

    @Test
    void propertiesThatDoNotWorkAreOneLine() throws Exception {
        Path file = Files.writeString(
                directory.resolve("client.properties"),
                "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\nsasl.jaas.config=secret\n");
        assertThat(run("stats", "--command-config", file.toString()).fails(1).line())
                .startsWith("velella: cannot read topic t: ")
                .doesNotContain("secret");
        assertThat(run("stats", "--command-config", "no.properties").fails(1).line())
                .isEqualTo("no.properties: cannot be read as a properties file: no such file or directory");
    }
}
