package dev.velella.cli;

import dev.velella.converter.VelellaVersion;
import dev.velella.diff.options.BlankNodePolicy;
import dev.velella.failure.FileException;
import dev.velella.failure.UserException;
import dev.velella.graph.GraphPolicy;
import dev.velella.graph.TemporalStatement;
import dev.velella.jelly.format.JellyPatchOptions.StatementType;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.kit.options.OptionNames;
import dev.velella.kit.options.Spelling;
import dev.velella.kit.secret.ShownUrl;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Entry point of the command line. Exit status:
 *
 * <ul>
 *   <li>0: success
 *   <li>1: failure, with one line on standard error
 *   <li>2: wrong usage
 *   <li>130: interrupted
 * </ul>
 */
@Command(
        name = "velella",
        description =
                "RDF event pipelines on Kafka: compressed graphs, rolling diffs, and stores that equal their streams.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class Main {
    private static final String HELP = "help";

    /** Groups the subcommands for topics; it does nothing itself. */
    @Command(
            name = "topic",
            description =
                    "Reads a topic: cat prints its records, stats counts its contents, verify checks that all records"
                            + " can be decoded, copy writes records once more, dictionaries tells which dictionaries records name,"
                            + " and brings missing ones back.",
            mixinStandardHelpOptions = true,
            synopsisSubcommandLabel = "COMMAND")
    static final class TopicCommands {}

    private Main() {}

    /** Version for {@code --version}. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"velella " + VelellaVersion.get()};
        }
    }

    /** Runs one command and ends the process with its status. */
    public static void main(String[] args) {
        // System.out hides the error of a closed pipe, so the process writes to the file descriptor.
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        System.exit(run(commandLine(System.in, out, args), args));
    }

    /** All commands. The two streams stand for standard input and output if a command reads or writes data there. */
    static CommandLine commandLine(InputStream in, OutputStream out) {
        return commandLine(commands(in, out).values());
    }

    /**
     * As the other, but with no command beside the first argument where this names one, and with none for the version: picocli looks
     * at each field of each command, which takes longer than most commands do.
     */
    static CommandLine commandLine(InputStream in, OutputStream out, String... args) {
        if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
            return commandLine(List.of());
        }
        Map<String, Supplier<Object>> commands = commands(in, out);
        Supplier<Object> named = args.length == 0 || args[0].equals(HELP) ? null : commands.get(args[0]);
        return commandLine(named == null ? commands.values() : List.of(named));
    }

    /** The maker of each command, by the name of the command, in the order of the help. */
    static Map<String, Supplier<Object>> commands(InputStream in, OutputStream out) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("quickstart", QuickstartCommand::new);
        commands.put("diff-app", DiffAppCommand::new);
        commands.put("view-app", ViewAppCommand::new);
        commands.put("serve", ServeCommand::new);
        commands.put("status", StatusCommand::new);
        commands.put("page", PageCommand::new);
        commands.put("convert", () -> new ConvertCommand(in, out));
        commands.put("inspect", () -> new InspectCommand(in, out));
        commands.put("diff", () -> new DiffCommand(in, out));
        commands.put("apply", () -> new ApplyCommand(in));
        commands.put("lift", () -> new LiftCommand(in, out));
        commands.put("view", () -> new CommandLine(new ViewCommand(in, out)));
        commands.put("verify", () -> new VerifyCommand(out));
        commands.put("forget", () -> new ForgetCommand(in, out));
        commands.put("as-of", () -> new AsOfCommand(out));
        commands.put("log", () -> new LogCommand(out));
        commands.put("topic", () -> new CommandLine(new TopicCommands())
                .addSubcommand(new TopicCatCommand(out))
                .addSubcommand(new TopicStatsCommand(out))
                .addSubcommand(new TopicVerifyCommand(out))
                .addSubcommand(new TopicCopyCommand(out))
                .addSubcommand(new TopicDictionariesCommand(out)));
        commands.put("grpc", () -> new CommandLine(new GrpcCommand())
                .addSubcommand(new GrpcServeCommand())
                .addSubcommand(new GrpcPublishCommand(in))
                .addSubcommand(new GrpcSubscribeCommand(out)));
        commands.put(HELP, CommandLine.HelpCommand::new);
        return commands;
    }

    private static CommandLine commandLine(Collection<Supplier<Object>> commands) {
        CommandLine line = new CommandLine(new Main());
        commands.forEach(command -> line.addSubcommand(command.get()));
        line.setExpandAtFiles(false); // @FILE is a value, such as that of --query
        line.registerConverter(URI.class, Main::address);
        registerChoice(line, BlankNodePolicy.class);
        registerChoice(line, GraphPolicy.class);
        registerChoice(line, TemporalStatement.class);
        registerChoice(line, PhysicalType.class);
        registerChoice(line, LogicalType.class);
        registerChoice(line, StreamType.class);
        registerChoice(line, StatementType.class);
        line.setExecutionExceptionHandler((exception, command, parsed) -> {
            PrintWriter err = command.getErr();
            err.println((exception instanceof FileException ? "" : "velella: ") + oneLine(exception));
            err.flush();
            return exception instanceof UserException said ? said.status() : 1;
        });
        line.setParameterExceptionHandler((exception, arguments) -> {
            CommandLine command = exception.getCommandLine();
            PrintWriter err = command.getErr();
            err.println("velella: " + wrong(exception) + " (see "
                    + command.getCommandSpec().qualifiedName() + " --help)");
            err.flush();
            return 2;
        });
        return line;
    }

    /** Parses an address. picocli's own message would show the whole text, which may contain a password. */
    private static URI address(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new TypeConversionException(ShownUrl.of(text) + " is no address: " + e.getReason());
        }
    }

    /** Allows options with values of an enum type, written as {@link Spelling} writes them. */
    private static <E extends Enum<E>> void registerChoice(CommandLine line, Class<E> type) {
        line.registerConverter(type, text -> {
            try {
                return Spelling.constant(type, text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        });
    }

    /** Runs one command and returns its status. */
    static int run(CommandLine line, String... args) {
        if (args.length == 0) {
            line.usage(line.getOut());
            return 2;
        }
        return line.execute(args);
    }

    /** Says what is wrong with the arguments. If picocli does not know a word, it tells only the place of the word. */
    private static String wrong(ParameterException exception) {
        if (!(exception instanceof UnmatchedArgumentException unknown)) {
            return oneLine(exception).replace(" is not an int", " is no whole number");
        }
        CommandSpec command = exception.getCommandLine().getCommandSpec();
        String word = unknown.getUnmatched().get(0);
        boolean isOption = unknown.isUnknownOption();
        if (!isOption && command.subcommands().isEmpty()) {
            return command.qualifiedName() + " takes no further argument: '" + word + "'";
        }
        Set<String> names =
                isOption ? command.optionsMap().keySet() : command.subcommands().keySet();
        return command.qualifiedName() + " has no " + (isOption ? "option" : "command") + " '" + word + "'"
                + OptionNames.meant(word, names)
                        .map(meant -> "; did you mean " + meant + "?")
                        .orElse("");
    }

    private static String oneLine(Throwable exception) {
        String message = exception.getMessage();
        String text = message == null ? exception.getClass().getName() : message;
        return text.lines().findFirst().orElse(text);
    }
}
