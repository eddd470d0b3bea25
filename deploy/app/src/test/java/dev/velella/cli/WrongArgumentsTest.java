package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line tells a user who mistypes what was meant: words, numbers, a file that is not JSON, a broker that is away. */
class WrongArgumentsTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "convrt a.nt b.jelly, velella has no command 'convrt'; did you mean convert? (see velella --help)",
                "convert --form nt a b, velella convert has no option '--form'; did you mean --from? (see velella convert --help)",
                "topic catt, velella topic has no command 'catt'; did you mean cat? (see velella topic --help)",
                "topic unheard-of, velella topic has no command 'unheard-of' (see velella topic --help)",
                "quickstart --graphs x, Invalid value for option '--graphs': 'x' is no whole number (see velella quickstart --help)",
                "quickstart here, velella quickstart takes no further argument: 'here' (see velella quickstart --help)"
            })
    void aWordThatIsNotKnownIsNamedWithTheOneThatIsMeant(String arguments, String message) {
        assertThat(CommandRun.of((Object[]) arguments.split(" ")).fails(2).line())
                .isEqualTo("velella: " + message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "forget --key a --graphs graphs --yes",
                "topic cat --topic graphs",
                "as-of --topic patches --key a --time 2026-01-01T00:00:00Z"
            })
    void whatCannotBeAnAddressOrAWaitIsRefused(String arguments) {
        assertThat(CommandRun.of((Object[]) (arguments + " --bootstrap-server localhost").split(" "))
                        .fails(2)
                        .line())
                .contains("--bootstrap-server must be HOST:PORT, or several with commas between them, not localhost");
        assertThat(CommandRun.of((Object[]) (arguments + " --bootstrap-server localhost:1 --timeout-ms 0").split(" "))
                        .fails(2)
                        .line())
                .contains("--timeout-ms must be at least 1, not 0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "forget --key a --graphs graphs --yes",
                "forget --key a --topic patches --dry-run",
                "topic cat --topic graphs",
                "as-of --topic patches --key a --time 2026-01-01T00:00:00Z"
            })
    void aBrokerThatDoesNotAnswerIsNamed(String arguments) {
        String all = arguments + " --bootstrap-server localhost:1 --timeout-ms 500";
        assertThat(CommandRun.of((Object[]) all.split(" ")).fails(1).line())
                .isEqualTo("velella: no answer from localhost:1 within 500 ms: check --bootstrap-server, and"
                        + " --command-config if the connection needs TLS or a login");
    }

    @Test
    void aPatchThatIsAnotherFormatIsNamed(@TempDir Path scratch) throws Exception {
        Path patch = Files.writeString(scratch.resolve("p.rdfp"), "<urn:a> <urn:b> <urn:c> .\n");
        assertThat(CommandRun.of("apply", patch, "--to", scratch.resolve("o.nq"))
                        .fails(1)
                        .line())
                .contains("line 1, column 1", "begins no row of RDF Patch", "this looks like RDF, such as N-Quads");
    }

    @Test
    void aConfigurationThatIsNotJsonIsNamedWithItsPlace(@TempDir Path scratch) throws Exception {
        Path config = Files.writeString(scratch.resolve("sink.json"), "{\n  \"name\": \"a\",\n  name\n}");
        assertThat(CommandRun.of("verify", "--config", config).fails(1).line())
                .startsWith(config + ": is not JSON (line 3, column ");
    }

    /** Else picocli would put the words of the file in its place. */
    @Test
    void aQueryInAFileIsOneArgument(@TempDir Path scratch) throws Exception {
        Path query = Files.writeString(scratch.resolve("query.rq"), "SELECT * { ?s ?p ?o }");
        String all = "as-of --bootstrap-server localhost:1 --timeout-ms 500 --topic patches --offset latest --query @";
        assertThat(CommandRun.of((Object[]) (all + query).split(" ")).fails(1).line())
                .startsWith("velella: no answer from localhost:1");
    }
}
