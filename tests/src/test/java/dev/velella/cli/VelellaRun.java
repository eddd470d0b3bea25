package dev.velella.cli;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/**
 * What one run of the command line in this process gave.
 *
 * @param status exit status
 * @param out standard output
 * @param err standard error
 */
public record VelellaRun(int status, String out, String err) {
    public static VelellaRun of(String... arguments) {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        StringWriter text = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine(InputStream.nullInputStream(), data, arguments)
                .setOut(new PrintWriter(text))
                .setErr(new PrintWriter(err));
        int status = Main.run(line, arguments);
        return new VelellaRun(status, text + data.toString(StandardCharsets.UTF_8), err.toString());
    }
}
