package dev.velella.cli;

import java.io.InputStream;
import java.io.OutputStream;
import picocli.CommandLine;

/** Command lines that are read and not run. */
public final class ParsedCommand {
    private ParsedCommand() {}

    /** Reads the arguments of {@code velella}; returns what is wrong with them, or nothing. */
    public static String problem(String... arguments) {
        try {
            CommandLine.ParseResult read = Main.commandLine(
                            InputStream.nullInputStream(), OutputStream.nullOutputStream(), arguments)
                    .parseArgs(arguments);
            return read.hasSubcommand() || read.isUsageHelpRequested() || read.isVersionHelpRequested()
                    ? ""
                    : "no command";
        } catch (CommandLine.ParameterException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
