package dev.velella.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.convert.DataFormat;
import dev.velella.convert.StatementSet;
import dev.velella.convert.file.InputFile;
import dev.velella.failure.UserException;
import dev.velella.topic.TopicQuery;
import dev.velella.topic.TopicSession;
import dev.velella.trial.ViewTrial;
import dev.velella.view.ViewSet;
import dev.velella.view.data.NodeLabels;
import dev.velella.view.data.StaticData;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a view over files or a topic, and prints what changed in its answer. */
@Command(
        name = "view",
        description = {
            "Tries a view before it is deployed: gives it graph after graph, and prints what changes in its answer. With"
                    + " --data each file is the next graph of one stream; with --topic the records of a topic of graphs or patches"
                    + " are.",
            "Each graph has a line that begins with #. Below it, + is a row or a statement that is new, - the key of a row"
                    + " or a statement that is gone, ! an answer that failed."
        },
        customSynopsis = {
            "velella view (--definition|--query|--shapes|--rules) FILE [OPTIONS] --data FILE [--data FILE...]",
            "velella view (--definition|--query|--shapes|--rules) FILE [OPTIONS] --topic NAME --bootstrap-server HOSTS",
        },
        mixinStandardHelpOptions = true,
        modelTransformer = ViewCommand.WithoutTopic.class,
        sortOptions = false)
final class ViewCommand implements Callable<Integer> {
    private static final Pattern CONSTRUCT = Pattern.compile("(?is).*\\bCONSTRUCT\\b.*");

    private final InputStream standardInput;
    private final OutputStream standardOutput;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--definition", paramLabel = "FILE", description = "Definition of the view: a JSON object.")
    private @Nullable String definition;

    @Option(names = "--query", paramLabel = "FILE", description = "SELECT or CONSTRUCT query.")
    private @Nullable String query;

    @Option(
            names = "--key",
            paramLabel = "NAME[,NAME..]",
            split = ",",
            description = "Variables that tell the rows of a SELECT query apart.")
    private List<String> key = new ArrayList<>();

    @Option(names = "--shapes", paramLabel = "FILE", description = "SHACL shapes in Turtle.")
    private @Nullable String shapes;

    @Option(names = "--rules", paramLabel = "FILE", description = "Rules, as SPARQL 1.2 RL writes them.")
    private @Nullable String rules;

    @Option(names = "--ruleset", paramLabel = "rdfs|owl-rl", description = "Rules that ship with Velella.")
    private @Nullable String ruleset;

    @Option(names = "--static", paramLabel = "FILE", description = "RDF that all streams share; may be repeated.")
    private List<String> fixed = new ArrayList<>();

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description =
                    "The next graph of the stream, in nt, nq, ttl, trig, jsonld, rdfxml or jelly; may be repeated.")
    private List<String> data = new ArrayList<>();

    @Option(
            names = "--now",
            paramLabel = "TIME",
            description = "Event time of the graphs of --data, for example 2026-11-05T10:00:00Z (default: the clock).")
    private @Nullable String now;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "Ask the view after the last graph too, at the times that its definition names (after).")
    private @Nullable String until;

    @Mixin
    private TopicMixin topic = new TopicMixin();

    /** A topic need not be given here, in contrast to the commands that read nothing else. */
    static final class WithoutTopic implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            for (String name : List.of("--topic", "--bootstrap-server")) {
                OptionSpec option = command.findOption(name);
                command.remove(option);
                command.add(OptionSpec.builder(option).required(false).build());
            }
            return command;
        }
    }

    ViewCommand(InputStream standardInput, OutputStream standardOutput) {
        this.standardInput = standardInput;
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() throws IOException {
        if (data.isEmpty() != topic.isGiven()) {
            throw usage("give --data or --topic");
        }
        long time = now == null ? System.currentTimeMillis() : time("--now", now);
        Long end = until == null ? null : Long.valueOf(time("--until", until));
        // Set before the first logger is created, because parsers also log the exceptions that they throw.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        ViewSet set = compiled();
        if (topic.isGiven()) {
            TopicQuery read = topic.query();
            boolean[] failed = {false};
            TopicSession.run(read, standardOutput, session -> {
                ViewTrial trial = new ViewTrial(set, session.out());
                trial.read(session);
                if (end != null) {
                    trial.tick(end);
                }
                failed[0] = trial.hasFailed();
            });
            return failed[0] ? 1 : 0;
        }
        Writer out = new BufferedWriter(new OutputStreamWriter(standardOutput, StandardCharsets.UTF_8));
        ViewTrial trial = new ViewTrial(set, out);
        for (String file : data) {
            trial.next(file, "data", statements(file), time);
        }
        if (end != null) {
            trial.tick(end);
        }
        out.flush();
        return trial.hasFailed() ? 1 : 0;
    }

    private ViewSet compiled() throws IOException {
        try {
            Set<Statement> shared = new LinkedHashSet<>();
            for (String file : fixed) {
                shared.addAll(NodeLabels.ofDocument(file, statements(file)));
            }
            return ViewSet.compile(List.of(definition()), StaticData.of(shared), 1);
        } catch (ViewRefusedException e) {
            throw new UserException(String.valueOf(e.getMessage()), e);
        }
    }

    private ViewDefinition definition() throws IOException {
        ObjectNode made = JsonNodeFactory.instance.objectNode().put("name", "view");
        int given = 0;
        if (definition != null) {
            given++;
        }
        if (query != null) {
            given++;
            String text = text(query);
            boolean isGraph = CONSTRUCT.matcher(text).matches();
            made.put("kind", isGraph ? "construct" : "select").put("query", text);
            if (!key.isEmpty()) {
                ArrayNode names = made.putArray("key");
                key.forEach(names::add);
            }
        }
        if (shapes != null) {
            given++;
            made.put("kind", "shacl").put("shapes", text(shapes));
        }
        if (rules != null) {
            given++;
            made.put("kind", "rules").put("rules", text(rules));
        }
        if (ruleset != null) {
            given++;
            made.put("kind", "rules").put("ruleset", ruleset.toLowerCase(Locale.ROOT));
        }
        if (given != 1) {
            throw usage("give one of --definition, --query, --shapes, --rules and --ruleset");
        }
        return ViewDefinition.parse(definition == null ? made.toString() : text(definition));
    }

    private Collection<Statement> statements(String file) {
        DataFormat format =
                DataFormat.ofFile(file).orElseThrow(() -> usage("the extension of " + file + " is no format of RDF"));
        return StatementSet.read(file, format, null, standardInput);
    }

    private String text(String name) throws IOException {
        try (InputStream in = InputFile.open(name, standardInput)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private long time(String option, String text) {
        return MomentText.time(text)
                .orElseThrow(() -> usage(option + " must be a time like 2026-11-05T10:00:00Z, not " + text));
    }

    private ParameterException usage(String message) {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return new ParameterException(spec.commandLine(), message);
    }
}
