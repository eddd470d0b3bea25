package dev.velella.cli;

import dev.velella.convert.file.InputFile;
import dev.velella.document.DocumentWriter;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.failure.FileException;
import dev.velella.failure.UserException;
import dev.velella.kit.options.OptionGroup;
import dev.velella.lift.JsonText;
import dev.velella.lift.Lift;
import dev.velella.lift.LiftOptions;
import dev.velella.lift.LiftRecord;
import dev.velella.lift.Lifted;
import dev.velella.lift.PayloadException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what records become with a template, before a pipeline uses it. */
@Command(
        name = "lift",
        description = {
            "Shows what records of a topic become: reads their values from a file and prints the graphs. The diff app and the"
                    + " transformation make the same graphs with the same options.",
            "A file holds one value, or one value in JSON in each line. With --keys a line is a record key, a tab and a"
                    + " value; a line without value ends the stream."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class LiftCommand implements Callable<Integer> {
    private final InputStream standardInput;
    private final OutputStream data;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "File of values, or - for standard input.")
    private String file = "";

    @Option(names = "--template", paramLabel = "FILE", description = "Template: TriG with holes (option template).")
    private @Nullable String template;

    @Option(names = "--context", paramLabel = "FILE", description = "JSON-LD context: a JSON object (option context).")
    private @Nullable String context;

    @Option(
            names = "--content-type",
            paramLabel = "TYPE",
            description = "Media type of values that are RDF or SenML (option content.type).")
    private @Nullable String contentType;

    @Option(
            names = "--envelope",
            paramLabel = "NAME",
            description = "none or debezium: what stands around a row (option input.envelope).")
    private @Nullable String envelope;

    @Option(
            names = "--key-template",
            paramLabel = "TEXT",
            description = "Key of the stream, such as customer/{key/id} (option key.template).")
    private @Nullable String keyTemplate;

    @Option(
            names = "--event-time",
            paramLabel = "HOLE",
            description = "Event time, such as {ms(/ts)} (option event.time).")
    private @Nullable String eventTime;

    @Option(names = "--topic", paramLabel = "NAME", defaultValue = "topic", description = "Name for the hole {topic}.")
    private String topic = "topic";

    @Option(names = "--keys", description = "Each line is a record key, a tab and a value.")
    private boolean hasKeys;

    @Option(
            names = "--to",
            paramLabel = "FORMAT",
            defaultValue = "nq",
            description = "Format of the output: nq, nt, trig, ttl or jsonld (default: ${DEFAULT-VALUE}).")
    private String to = "nq";

    LiftCommand(InputStream standardInput, OutputStream data) {
        this.standardInput = standardInput;
        this.data = data;
    }

    /** A record of the input, with the line where it begins. */
    private record Line(int line, @Nullable String key, @Nullable String value) {}

    @Override
    public Integer call() throws IOException {
        DocumentFormat format = Optional.ofNullable(Map.of(
                                "nq", DocumentFormat.N_QUADS,
                                "nt", DocumentFormat.N_TRIPLES,
                                "trig", DocumentFormat.TRIG,
                                "ttl", DocumentFormat.TURTLE,
                                "jsonld", DocumentFormat.JSON_LD)
                        .get(to))
                .orElseThrow(() -> usage("--to must be nq, nt, trig, ttl or jsonld, not " + to));
        Lift lift = lift();
        StringBuilder out = new StringBuilder();
        List<Line> lines = lines(text(file));
        for (Line line : lines) {
            out.append(shown(lift, line, format, lines.size() > 1));
        }
        data.write(out.toString().getBytes(StandardCharsets.UTF_8));
        data.flush();
        return 0;
    }

    private String shown(Lift lift, Line line, DocumentFormat format, boolean isOneOfSeveral) {
        try {
            Lifted lifted = lift.lift(LiftRecord.of(topic, line.key(), line.value()));
            String key = lifted.key() == null ? line.key() : lifted.key();
            String title = (isOneOfSeveral ? "# line " + line.line() : "#")
                    + (key == null ? "" : " stream " + key)
                    + (lifted.eventTime().isEmpty()
                            ? ""
                            : " at " + Instant.ofEpochMilli(lifted.eventTime().getAsLong()));
            if (lifted.graph() == null) {
                return title + ": the stream ends\n";
            }
            boolean isTitled = !title.equals("#") && format != DocumentFormat.JSON_LD;
            return (isTitled ? title + "\n" : "") + DocumentWriter.write(format, lifted.graph());
        } catch (PayloadException | IllegalArgumentException e) {
            throw new FileException(InputFile.title(file), "line " + line.line() + ": " + e.getMessage(), e);
        }
    }

    private Lift lift() throws IOException {
        Map<String, String> given = new HashMap<>();
        put(given, "template", template == null ? null : text(template));
        put(given, "context", context == null ? null : text(context));
        put(given, "content.type", contentType);
        put(given, "input.envelope", envelope);
        put(given, "key.template", keyTemplate);
        put(given, "event.time", eventTime);
        LiftOptions options = new LiftOptions("");
        ConfigDef def = new ConfigDef();
        options.define(new OptionGroup(def, "Lift"));
        try {
            return options.read(
                    new AbstractConfig(def, given, false),
                    ReadingLimits.ofElement(ReadingLimits.DEFAULT_BYTES, ReadingLimits.DEFAULT_STATEMENTS),
                    null,
                    null);
        } catch (ConfigException e) {
            throw new UserException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void put(Map<String, String> options, String name, @Nullable String value) {
        if (value != null) {
            options.put(name, value);
        }
    }

    private String text(String name) throws IOException {
        try (InputStream in = InputFile.open(name, standardInput)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<Line> lines(String text) {
        List<Line> lines = new ArrayList<>();
        if (!hasKeys && !isJsonLines(text)) {
            lines.add(new Line(1, null, text));
            return lines;
        }
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            int tab = hasKeys ? line.indexOf('\t') : -1;
            if (hasKeys && tab < 0 && !line.isBlank()) {
                lines.add(new Line(number, line, null));
            } else if (!line.isBlank()) {
                String value = line.substring(tab + 1);
                lines.add(new Line(number, tab < 0 ? null : line.substring(0, tab), value.isBlank() ? null : value));
            }
        }
        return lines;
    }

    /** Whether the first line is a whole value, and others follow. */
    private boolean isJsonLines(String text) {
        String first = text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
        if (contentType != null && !contentType.endsWith("json")) {
            return false;
        }
        try {
            return !first.equals(text.strip())
                    && JsonText.read(first.getBytes(StandardCharsets.UTF_8), parser -> {
                        parser.skipChildren();
                        return true;
                    });
        } catch (PayloadException e) {
            return false;
        }
    }

    private ParameterException usage(String message) {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return new ParameterException(spec.commandLine(), message);
    }
}
