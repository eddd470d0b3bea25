package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Others on a machine see the commands that run on it. */
class SecretsOfTheCommandLineTest {
    private static List<OptionSpec> options(CommandLine line) {
        List<OptionSpec> options = new ArrayList<>(line.getCommandSpec().options());
        line.getSubcommands().values().forEach(command -> options.addAll(options(command)));
        return options;
    }

    private static CommandLine line() {
        return Main.commandLine(InputStream.nullInputStream(), new ByteArrayOutputStream());
    }

    @Test
    void noOptionTakesASecretItself() {
        List<OptionSpec> secret = options(line()).stream()
                // The key of records, which names a stream.
                .filter(option -> !option.longestName().matches("--key(-template)?"))
                .filter(option -> option.longestName().matches(".*(pass|secret|token|credential|(^|-)key($|-)).*"))
                .toList();
        assertThat(secret).isNotEmpty().allSatisfy(option -> assertThat(option.type())
                .as(option.longestName())
                .isEqualTo(Path.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--sparql", "--endpoint"})
    void anAddressWithAPasswordIsRefusedWithoutShowingIt(String option) {
        for (String address : List.of(
                "http://u:marker@localhost:1/",
                "ftp://u:marker@localhost/?key=marker",
                "http://u:marker@local host/")) {
            StringWriter err = new StringWriter();
            CommandLine line = line().setErr(new PrintWriter(err)).setOut(new PrintWriter(err));
            int status = Main.run(line, "verify", "--config", "sink.json", option, address);
            assertThat(status).isEqualTo(2);
            assertThat(err.toString()).contains(option).doesNotContain("marker");
        }
    }

    /** Kafka's parser of logins says the word at which it stopped, which is a piece of the password after a wrong quote. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "topic cat --topic t --bootstrap-server localhost:1 --command-config FILE",
                "topic copy --topic t --to u --bootstrap-server localhost:1 --command-config FILE",
                "as-of --topic t --key k --time 2026-01-01T00:00:00Z --bootstrap-server localhost:1 --command-config FILE",
                "forget --key k --graphs g --yes --bootstrap-server localhost:1 --command-config FILE",
                "status --config FILE",
                "serve --config FILE",
                "diff-app --config FILE"
            })
    void aLoginThatCannotBeReadIsNotShown(String arguments, @TempDir Path scratch) throws Exception {
        Path file = Files.writeString(
                scratch.resolve("client.properties"),
                """
                bootstrap.servers=localhost:1
                security.protocol=SASL_PLAINTEXT
                sasl.mechanism=PLAIN
                sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="u" password="a"marker;
                serve.patch.topic=patches
                serve.state.dir=%s
                pipeline.connect.url=http://localhost:1
                application.id=app
                velella.input.topic=graphs
                velella.output.topic=patches
                """
                        .formatted(scratch));
        StringWriter said = new StringWriter();
        CommandLine line = line().setErr(new PrintWriter(said)).setOut(new PrintWriter(said));
        int status = Main.run(line, arguments.replace("FILE", file.toString()).split(" "));
        assertThat(status).isEqualTo(1);
        assertThat(said.toString())
                .contains("sasl.jaas.config cannot be read; check its quotes, and the semicolon at its end")
                .doesNotContain("marker");
    }
}
