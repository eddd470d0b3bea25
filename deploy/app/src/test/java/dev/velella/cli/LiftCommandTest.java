package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiftCommandTest {
    @TempDir
    private Path folder;

    private Path template;

    @BeforeEach
    void writeTemplate() throws IOException {
        template = Files.writeString(
                folder.resolve("t.trig"),
                """
                @prefix x: <urn:x:> .
                <urn:d:{/id}> x:t {/t} .
                <urn:d:{/id}> x:key "{key}" .
                """);
    }

    private static CommandRun lift(String input, Object... options) {
        Object[] all = new Object[options.length + 2];
        all[0] = "lift";
        System.arraycopy(options, 0, all, 1, options.length);
        all[all.length - 1] = "-";
        return CommandRun.withInput(input.getBytes(StandardCharsets.UTF_8), all);
    }

    @Test
    void aValueOverSeveralLinesIsOneRecord() {
        CommandRun run = lift("{\n \"id\": 1,\n \"t\": 20.50}\n", "--template", template);
        assertThat(run.text())
                .isEqualTo("<urn:d:1> <urn:x:t> \"20.50\"^^<http://www.w3.org/2001/XMLSchema#decimal> .\n");
        assertThat(run.status()).isZero();
    }

    @Test
    void eachLineIsARecordWithItsKeyAndALineWithoutValueEndsTheStream() {
        CommandRun run = lift(
                "{\"n\":7}\t{\"id\":1,\"t\":1}\n{\"n\":7}\t\n",
                "--template",
                template,
                "--keys",
                "--key-template",
                "d/{key/n}",
                "--to",
                "ttl");
        assertThat(run.text())
                .contains("# line 1 stream d/7\n")
                .contains("x:t \"1\"^^<http://www.w3.org/2001/XMLSchema#integer>")
                .contains("x:key \"{\\\"n\\\":7}\"")
                .endsWith("# line 2 stream d/7: the stream ends\n");
    }

    @Test
    void anErrorNamesTheLineOfTheRecordTheHoleAndTheLineOfTheTemplate() {
        CommandRun run = lift("{\"id\":1,\"t\":1}\n{\"id\":2,\"t\":[1]}\n", "--template", template);
        assertThat(run.err())
                .startsWith("standard input: line 2: by the template: {/t} finds an array")
                .contains("(line 2 of it)");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.text()).isEmpty();
    }

    @Test
    void aWrongTemplateIsOneLineWithItsPlace() throws IOException {
        Files.writeString(template, "<urn:a> <urn:b> 1 .\n{#/x} <urn:a> <urn:c> 2 .\n");
        CommandRun run = lift("{}", "--template", template);
        assertThat(run.err())
                .contains("template line 2: the block has no {end}")
                .hasLineCount(1);
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void thereIsOneWayToReadAValue() {
        CommandRun run = lift("{}", "--content-type", "text/turtle", "--template", template);
        assertThat(run.err()).contains("exactly one of template, context and content.type");
        assertThat(lift("<urn:a> <urn:b> 1 .", "--content-type", "text/turtle").text())
                .isEqualTo("<urn:a> <urn:b> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n");
    }
}
