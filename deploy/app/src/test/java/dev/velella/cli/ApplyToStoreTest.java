package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Patches that {@code velella apply} refuses before it looks at a store. */
class ApplyToStoreTest {
    private static final String HEADERS =
            """
            H velella-store "4f0e" .
            H velella-connector "sink" .
            H velella-partitions "patches-0:1:5" .
            """;

    @TempDir
    Path directory;

    private Path config;

    @BeforeEach
    void writeConfig() throws IOException {
        config = Files.writeString(
                directory.resolve("sink.json"),
                "{\"topics\":\"patches\",\"target\":\"memory\",\"target.dir\":\"" + directory.resolve("none") + "\"}");
    }

    private CommandRun apply(String patch) throws IOException {
        return CommandRun.of(
                "apply", Files.writeString(directory.resolve("p.rdfp"), patch), "--to-config", config.toString());
    }

    @Test
    void aPatchWithoutTheMomentIsRefused() throws IOException {
        assertThat(apply("TX .\nA <urn:a> <urn:b> <urn:c> .\nTC .\n").fails(1).line())
                .contains("p.rdfp: is not a patch that velella verify --full has written", "velella-partitions");
        assertThat(apply(HEADERS.replace("0:1:5", "0:1:five") + "TX .\nA <urn:a> <urn:b> <urn:c> .\nTC .\n")
                        .fails(1)
                        .line())
                .contains("p.rdfp: is not a patch that velella verify --full has written", "malformed row");
    }

    @ParameterizedTest
    @CsvSource({
        "TX .|A <urn:a> <urn:b> <urn:c> .|TC .|TX .|TC .,holds more rows after its first transaction",
        "A <urn:a> <urn:b> <urn:c> .,not a delete or add within a transaction",
        "TX .|PA \"ex\" <urn:x> .|TC .,not a delete or add within a transaction",
        "TX .|A <urn:a> <urn:b> <urn:c> .|TA .,not a delete or add within a transaction",
        "TX .|D <urn:a> <urn:b> <urn:c> .|A <urn:a> <urn:b> <urn:c> .|TC .,both deletes and adds",
        "H velella-store \"x\" .|TX .|TC .,velella-store twice",
        "TX .|TC .,holds no change"
    })
    void whatIsNotOneChangeIsRefused(String rows, String said) throws IOException {
        assertThat(apply(HEADERS + rows.replace("|", "\n") + "\n").fails(1).line())
                .contains("p.rdfp", said);
    }

    @Test
    void nothingIsMadeWhereThereIsNoStore() throws IOException {
        assertThat(apply(HEADERS + "TX .\nA <urn:a> <urn:b> <urn:c> .\nTC .\n")
                        .fails(1)
                        .line())
                .contains("there is no store in " + directory.resolve("none"));
        assertThat(directory.resolve("none")).doesNotExist();
    }

    @Test
    void aFileAndAStoreDoNotGoTogether() {
        CommandRun.of("apply", "p.rdfp").fails(2);
        CommandRun.of("apply", "p.rdfp", "--to", "a.nq", "--to-config", "sink.json")
                .fails(2);
        CommandRun.of("apply", "p.rdfp", "--strict", "--to-config", "sink.json").fails(2);
        CommandRun.of("apply", "p.rdfp", "--to", "a.nq", "--type", "http").fails(2);
    }

    private CommandRun applyTo(String... options) throws IOException {
        Path patch =
                Files.writeString(directory.resolve("p.rdfp"), HEADERS + "TX .\nA <urn:a> <urn:b> <urn:c> .\nTC .\n");
        List<String> arguments = new ArrayList<>(List.of("apply", patch.toString()));
        arguments.addAll(List.of(options));
        return CommandRun.of(arguments.toArray());
    }

    @Test
    void aStoreAtAnAddressNeedsItsTypeAndSecretsFromFiles() throws IOException {
        Path secret = directory.resolve("secret");
        assertThat(applyTo("--to", "http://localhost:1/r").fails(2).line()).contains("--type http or --type sparql");
        assertThat(applyTo("--to", "http://localhost:1/r", "--type", "http", "--username", "maria")
                        .fails(2)
                        .line())
                .contains("--password-file");
        String[] withToken = {"--to", "http://localhost:1/r", "--type", "sparql", "--token-file", secret.toString()};
        assertThat(applyTo(withToken).fails(1).line()).contains(secret + ": cannot be read");
        Files.writeString(secret, "let-me-in\n");
        assertThat(applyTo(withToken).fails(1).line())
                .contains("p.rdfp: http://localhost:1/r cannot be queried")
                .doesNotContain("let-me-in");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "sparql"})
    void aQuotedTripleIsRefusedByName(String type) throws IOException {
        Path patch = Files.writeString(
                directory.resolve("p.rdfp"),
                HEADERS + "TX .\nA <urn:a> <urn:b> <<( <urn:a> <urn:b> <urn:c> )>> .\nTC .\n");
        assertThat(CommandRun.of("apply", patch, "--to", "http://localhost:1/repositories/r", "--type", type)
                        .fails(1)
                        .line())
                .contains("the repair is refused at (urn:a, urn:b, <<", "quoted triple");
    }

    @Test
    void aConfigProviderOfTheWorkerIsNotTakenForASecret() throws IOException {
        Files.writeString(
                config,
                "{\"topics\":\"patches\",\"target\":\"http\",\"target.url\":\"http://localhost:1/r\","
                        + "\"target.auth\":\"bearer\",\"target.auth.token\":\"${file:/secrets:token}\"}");
        assertThat(apply(HEADERS + "TX .\nA <urn:a> <urn:b> <urn:c> .\nTC .\n")
                        .fails(1)
                        .line())
                .contains("target.auth.token names a config provider");
    }
}
