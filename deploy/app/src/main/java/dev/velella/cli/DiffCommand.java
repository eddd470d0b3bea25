package dev.velella.cli;

import dev.velella.convert.DataFormat;
import dev.velella.convert.ElementDiffs;
import dev.velella.convert.FileDiff;
import dev.velella.convert.JellySettings;
import dev.velella.convert.file.InputFile;
import dev.velella.diff.options.BlankNodePolicy;
import dev.velella.graph.ElementType;
import dev.velella.graph.GraphPolicy;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TemporalStatement;
import dev.velella.jelly.format.StreamForm;
import dev.velella.rdf.ElementKind;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the patch between two files, or the patches between the elements of a file. */
@Command(
        name = "diff",
        description = {
            "Writes the patch that turns the RDF file OLD into the RDF file NEW. With --stream, writes the patches"
                    + " between consecutive elements of one file.",
            "Blank nodes are matched, so another label alone is no change. The output is written whole or not at all."
                    + " If nothing changes, it has no patch."
        },
        customSynopsis = {
            "velella diff [OPTIONS] OLD NEW [-o OUT]",
            "velella diff [OPTIONS] --stream FILE [-o OUT]",
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class DiffCommand implements Callable<Integer> {
    private final InputStream standardInput;
    private final OutputStream standardOutput;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            arity = "0..2",
            paramLabel = "OLD NEW",
            hideParamSyntax = true,
            description = "Two files in nt, nq, ttl, trig, jsonld, rdfxml or jelly. One of them may be - for standard"
                    + " input, which needs --from.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--stream",
            paramLabel = "FILE",
            description = "File of elements: an archive with one file for each element (.tar.gz, .tgz, .tar), Jelly"
                    + " with one frame for each element (.jelly), or N-Quads with one named graph for each element"
                    + " (.nq).")
    private @Nullable String stream;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "File to write, .rdfp or .jellyp (default: standard output).")
    private String output = InputFile.STANDARD;

    @Option(
            names = "--from",
            paramLabel = "FORMAT",
            description = "Format of OLD and NEW (default: by their extensions).")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "FORMAT",
            description = "Format of the output, rdfp or jellyp (default: by the extension of OUT; rdfp on standard"
                    + " output).")
    private @Nullable String to;

    @Option(
            names = "--base",
            paramLabel = "IRI",
            description = "Base of relative IRIs in OLD and NEW (default: none; a relative IRI is an error).")
    private @Nullable String base;

    @Option(
            names = "--blank-nodes",
            paramLabel = "match|keep",
            description = "match: a blank node may have another label than before. keep: blank nodes are compared by"
                    + " their labels (default: match).")
    private @Nullable BlankNodePolicy blankNodes;

    @Option(
            names = "--graph-policy",
            paramLabel = "keep|per-stream|fixed",
            description = "Only with --stream. keep: statements stay in the graphs where they are, and the file is one"
                    + " stream. per-stream: each stream has one graph; a named graph belongs to the stream that its"
                    + " name without the last segment names. fixed: all statements are in one graph (default: keep).")
    private @Nullable GraphPolicy policy;

    @Option(
            names = "--graph-template",
            paramLabel = "IRI",
            description = "Only with --graph-policy per-stream: name of a stream's graph. {key} in it stands for the"
                    + " key of the stream (default: urn:velella:stream:{key}, or the key itself if it is an IRI).")
    private @Nullable String template;

    @Option(
            names = "--graph-fixed",
            paramLabel = "IRI",
            description = "Only with --graph-policy fixed: name of the graph.")
    private @Nullable String fixed;

    @Option(
            names = "--temporal-statement",
            paramLabel = "keep|drop",
            description = "Only with --stream, for elements that are named graphs: keep or drop the statements about"
                    + " the name of the graph, such as its time (default: keep).")
    private @Nullable TemporalStatement temporal;

    @Option(names = "--rdf-star", description = "Only for jellyp: allow quoted triples.")
    private boolean rdfStar;

    DiffCommand(InputStream standardInput, OutputStream standardOutput) {
        this.standardInput = standardInput;
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() {
        DataFormat target = target();
        // Set before the first logger is created, because parsers also log the exceptions that they throw.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        boolean matching = blankNodes != BlankNodePolicy.KEEP;
        if (stream != null) {
            checkStream();
            new ElementDiffs(stream, graphSettings(), matching, output, target, jelly()).run(standardOutput);
        } else {
            checkFiles();
            String old = files.get(0);
            String latest = files.get(1);
            new FileDiff(old, source(old), latest, source(latest), base, matching, output, target, jelly())
                    .run(standardInput, standardOutput);
        }
        return 0;
    }

    private void checkStream() {
        if (!files.isEmpty()) {
            throw usage("--stream cannot be used with OLD and NEW");
        }
        if (from != null || base != null) {
            throw usage((from != null ? "--from" : "--base") + " cannot be used with --stream");
        }
    }

    private void checkFiles() {
        if (files.size() != 2) {
            throw usage("give two files, OLD and NEW, or --stream and one file");
        }
        if (files.stream().allMatch(InputFile.STANDARD::equals)) {
            throw usage("OLD and NEW cannot both be standard input");
        }
        if (policy != null || template != null || fixed != null || temporal != null) {
            throw usage("--graph-policy, --graph-template, --graph-fixed and --temporal-statement need --stream");
        }
    }

    private DataFormat target() {
        if (to == null && output.equals(InputFile.STANDARD)) {
            return DataFormat.RDFP;
        }
        return (to == null ? DataFormat.ofFile(output) : DataFormat.ofId(to))
                .filter(format -> format.kind() == ElementKind.PATCH)
                .orElseThrow(() -> usage(
                        to == null
                                ? "the extension of " + output + " is neither .rdfp nor .jellyp; give --to"
                                : "--to must be rdfp or jellyp, not " + to));
    }

    private DataFormat source(String file) {
        if (from == null && file.equals(InputFile.STANDARD)) {
            throw usage("- needs --from");
        }
        return (from == null ? DataFormat.ofFile(file) : DataFormat.ofId(from))
                .filter(format -> format.kind() == ElementKind.GRAPH)
                .orElseThrow(() -> usage(
                        from == null
                                ? "no RDF format has the extension of " + file + "; give --from"
                                : "--from must be nt, nq, ttl, trig, jsonld, rdfxml or jelly, not " + from));
    }

    private GraphSettings graphSettings() {
        GraphPolicy chosen = policy == null ? GraphPolicy.KEEP : policy;
        if (template != null && chosen != GraphPolicy.PER_STREAM) {
            throw usage("--graph-template needs --graph-policy per-stream");
        }
        if (fixed != null && chosen != GraphPolicy.FIXED) {
            throw usage("--graph-fixed needs --graph-policy fixed");
        }
        try {
            @Nullable
            IRI graph = fixed == null ? null : SimpleValueFactory.getInstance().createIRI(fixed);
            return new GraphSettings(
                    chosen,
                    template == null ? GraphSettings.DEFAULT_TEMPLATE : template,
                    graph,
                    temporal == null ? TemporalStatement.KEEP : temporal,
                    ElementType.AUTO);
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()).replace("graph.", "--graph-"));
        }
    }

    private JellySettings jelly() {
        return new JellySettings(
                null, null, null, null, null, null, null, null, null, StreamForm.DELIMITED, null, null, rdfStar);
    }

    private ParameterException usage(String message) {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return new ParameterException(spec.commandLine(), message);
    }
}
