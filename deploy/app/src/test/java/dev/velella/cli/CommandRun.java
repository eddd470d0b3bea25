package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * What one run of the command line in this process gave.
 *
 * @param status exit status
 * @param bytes standard output, as data
 * @param out standard output, as text for people
 * @param err standard error
 */
record CommandRun(int status, byte[] bytes, String out, String err) {

    /** Runs a command without standard input. */
    static CommandRun of(Object... arguments) {
        return withInput(new byte[0], arguments);
    }

    /** Runs a command with that standard input. */
    static CommandRun withInput(byte[] in, Object... arguments) {
        return withInput(new ByteArrayInputStream(in), arguments);
    }

    /** Runs a command with that standard input. */
    static CommandRun withInput(InputStream in, Object... arguments) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CommandRun run = run(in, bytes, arguments);
        return new CommandRun(run.status, bytes.toByteArray(), run.out, run.err);
    }

    /** Runs a command without standard input, which writes its data to a stream of the test. */
    static CommandRun withOutput(OutputStream data, Object... arguments) {
        return run(InputStream.nullInputStream(), data, arguments);
    }

    private static CommandRun run(InputStream in, OutputStream data, Object... arguments) {
        String[] texts = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line =
                Main.commandLine(in, data, texts).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int status = Main.run(line, texts);
        return new CommandRun(status, new byte[0], out.toString(), err.toString());
    }

    /** Standard output as UTF-8, whichever way it was written. */
    String text() {
        return out + new String(bytes, StandardCharsets.UTF_8);
    }

    /** The run succeeded, without a word on standard error. */
    CommandRun succeeds() {
        assertThat(err).isEmpty();
        assertThat(status).isZero();
        return this;
    }

    /** The run failed with one line on standard error that is no trace of a stack, and no output. */
    CommandRun fails(int expected) {
        assertThat(status).as(err).isEqualTo(expected);
        assertThat(err.lines()).as(err).hasSize(1);
        assertThat(err).isNotBlank().doesNotContain("\tat ").doesNotContain("Exception");
        assertThat(bytes).isEmpty();
        assertThat(out).isEmpty();
        return this;
    }

    /** The one line of a failure. */
    String line() {
        return err.strip();
    }
}
