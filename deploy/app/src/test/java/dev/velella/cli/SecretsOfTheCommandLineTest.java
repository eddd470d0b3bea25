package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
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
                .filter(option -> !option.longestName().equals("--key")) // the key of records, which names a stream
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
}
