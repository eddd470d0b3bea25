package dev.velella.source.dump;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.source.format.FileSet;
import dev.velella.source.format.InputFormatException;
import dev.velella.source.options.FileTasks;
import dev.velella.source.options.LimitOptions;
import dev.velella.source.options.OptionValidators;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/** Options about dumps: names, defaults, documentation, dependencies, and the values for the other classes. */
final class DumpOptions {
    private static final Option<List<String>> PATHS = Option.list("dump.paths")
            .high()
            .label("Dumps")
            .doc(
                    "Dumps to load, separated by commas; the worker's user must be allowed to read them. An entry is a file, a"
                            + " directory (for all dumps in it whose names do not begin with a dot), or a pattern with *, ?, {a,b} and"
                            + " [ab]; ** stands for directories of any depth. The end of a name tells the format: .nt, .nq, .ttl,"
                            + " .trig, .rdf (RDF/XML), .jelly, each also with .gz, .zst or .bz2. The files are divided among the tasks;"
                            + " a task loads its files one after the other, in the order of their names.");
    private static final Option<String> KEY = Option.text("dump.key")
            .medium()
            .label("Key")
            .doc(
                    "Key of all records, which names their stream. Default: for each file its name without the ends that tell"
                            + " its format.");
    private static final Option<String> GRAPH = Option.text("dump.graph")
            .check(OptionValidators.absoluteIri())
            .medium()
            .label("Graph")
            .doc(
                    "IRI of the named graph for the statements that the dump has in the default graph, such as all statements of"
                            + " N-Triples and Turtle. Default: they stay in the default graph.");
    private static final Option<Integer> CHUNK_STATEMENTS = Option.number("dump.chunk.statements", 1000)
            .between(1, 100_000)
            .label("Chunk (statements)")
            .doc("Largest number of statements of a chunk, which is one record; of N-Triples and N-Quads, lines.");
    private static final Option<Integer> CHUNK_BYTES = Option.number("dump.chunk.bytes", 1 << 18)
            .between(1024, 1 << 26)
            .label("Chunk (bytes)")
            .doc(
                    "Largest size of the lines of a chunk in bytes, or of its terms in characters. A single statement may be"
                            + " larger. The record is smaller than that, and must be smaller than the producer's max.request.size.");
    private static final Option<Boolean> KEEP_LABELS = Option.flag("dump.blank.node.labels.keep", false)
            .label("Keep labels of blank nodes")
            .doc(
                    "Whether blank nodes keep the labels of the file. Set it to true if one dataset is divided into several files"
                            + " of N-Triples, N-Quads or Jelly that share blank nodes. By default a node belongs to its file: equal"
                            + " labels in two files are two nodes.");

    private DumpOptions() {}

    static void define(OptionGroup group) {
        group.add(PATHS, KEY, GRAPH, CHUNK_STATEMENTS, CHUNK_BYTES, KEEP_LABELS);
    }

    /** Problems of the files. The map's keys are options, its values messages. */
    static Map<String, String> problems(Map<String, ?> values) {
        List<String> names = PATHS.in(values);
        if (names == null || names.isEmpty()) {
            return Map.of(PATHS.name(), "is needed with source.type=dump");
        }
        try {
            return find(names).isEmpty() ? Map.of(PATHS.name(), "no dump is there") : Map.of();
        } catch (InputFormatException | IllegalArgumentException e) {
            return Map.of(PATHS.name(), String.valueOf(e.getMessage()));
        }
    }

    private static List<Path> find(List<String> names) {
        return FileSet.find(names, DumpFile::isKnown, DumpFile::of);
    }

    /**
     * The files of a task. For the options of a connector: all files that exist now.
     *
     * @throws InputFormatException if a file is missing or not readable
     */
    static List<Path> files(AbstractConfig config) {
        List<Path> ofTask = FileTasks.of(config.originalsStrings());
        if (ofTask != null) {
            return ofTask;
        }
        FileSet.logOthers(PATHS.of(config), DumpFile::isKnown);
        return find(PATHS.of(config));
    }

    static String key(AbstractConfig config, DumpFile file) {
        String key = KEY.orNull(config);
        return key == null ? file.baseName() : key;
    }

    static DumpRules rules(AbstractConfig config) {
        @Nullable String graph = GRAPH.orNull(config);
        return new DumpRules(
                CHUNK_STATEMENTS.of(config),
                CHUNK_BYTES.of(config),
                graph == null ? null : SimpleValueFactory.getInstance().createIRI(graph),
                KEEP_LABELS.of(config),
                LimitOptions.limits(config));
    }
}
