package dev.velella.source.file;

import dev.velella.graph.KeySource;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.source.format.ElementFile;
import dev.velella.source.format.FileSet;
import dev.velella.source.format.FlatElements;
import dev.velella.source.format.InputFormatException;
import dev.velella.source.options.FileTasks;
import dev.velella.source.options.KeyOptions;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.jspecify.annotations.Nullable;

/** Options about files: names, defaults, documentation, dependencies, and the values for the other classes. */
public final class FileOptions {
    static final Option<String> PATH = Option.text("file.path")
            .check(null)
            .high()
            .label("File")
            .doc("File to read; the worker's user must be allowed to read it. The end of its name tells its format."
                    + " Archives (.tar, .tar.gz, .tgz): each file in it (.ttl, .trig, .nt, .nq, .jelly) is an element. .nt, .nq,"
                    + " .ttl, .trig: see file.elements. .ndjsonld: each line is an element. .jelly: each frame is an element. .rdfp"
                    + " (RDF Patch text), .trp (RDF Patch as Thrift) and .jellyp (Jelly-Patch): patches, for a topic of patches; their key is"
                    + " key.constant. All but the archives may be followed by .gz. Relative IRIs are refused unless the file"
                    + " declares a base.");
    static final Option<List<String>> PATHS = Option.list("file.paths")
            .high()
            .label("Files")
            .doc("Files to read, instead of file.path, separated by commas. An entry is a file, a directory (for all"
                    + " files in it that have a known format and do not begin with a dot), or a pattern with *, ?, {a,b} and"
                    + " [ab]; ** stands for directories of any depth. Each file is an input of its own. The files are divided"
                    + " among the tasks; a task reads its files one after the other, in the order of their names.");
    static final Option<Long> WATCH_INTERVAL_MS = Option.number("file.watch.interval.ms", 0L)
            .atLeast(0)
            .medium()
            .label("Looking for new files (ms)")
            .doc("Time between two looks for new files, in ms; 0: new files are not looked for. If there are new files,"
                    + " the tasks are started again and go on where they were. Move a file into the directory only when it is"
                    + " complete: text that is added to a file after it was read to its end is not read.");
    static final Option<FlatElements> ELEMENTS = Option.choice("file.elements", FlatElements.AUTO)
            .medium()
            .label("Elements in text")
            .doc(
                    "How a file of text (.nt, .nq, .ttl, .trig) is divided into elements. 'messages': it is a log of RDF Messages,"
                            + " and each message is an element; a file whose first 64 KiB have a comment # @message, as logs of earlier"
                            + " drafts, is divided at these comments. 'graphs': consecutive lines with the same graph name are an"
                            + " element (.nq), and so is a whole document (.ttl, .trig). 'auto': messages if the file announces"
                            + " them (VERSION \"1.2-messages\") or has such a comment; otherwise graphs.");
    static final Option<Double> RATE_PER_SECOND = Option.number("file.rate.per.second", 0.0)
            .atLeast(0)
            .medium()
            .label("Elements a second")
            .doc(
                    "Largest number of elements that a task emits in a second; it may be below 1. 0: as fast as possible.");
    static final Option<Double> SPEEDUP = Option.number("file.speedup", 0.0)
            .atLeast(0)
            .medium()
            .label("Speed of replay")
            .doc("How many times faster than they were recorded the elements are emitted, by their times"
                    + " (temporal.property). 1: at the speed of the recording; 60: an hour of the recording takes a minute;"
                    + " 0: as fast as possible. The first element of a file, elements without a time, and late elements are"
                    + " emitted at once.");
    static final Option<Boolean> LOOP = Option.flag("file.loop", false)
            .label("Loop")
            .doc("Whether the task begins again at the start of a file when it comes to the end, for ever. A task with"
                    + " several files then never comes to the second file. The elements keep their times, so the diff app"
                    + " needs velella.late=keep.");

    private FileOptions() {}

    /** Adds all options to a group. */
    static void define(OptionGroup group) {
        group.add(PATH, PATHS, WATCH_INTERVAL_MS, ELEMENTS, RATE_PER_SECOND, SPEEDUP, LOOP);
    }

    /**
     * Problems of options that depend on others, and of the files. The map's keys are options, its values messages.
     *
     * @param values parsed values; null for an option that is wrong by itself
     */
    static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        Object path = PATH.in(values);
        boolean onePath = path != null && !path.equals("");
        if (values.get(PATHS.name()) instanceof List<?> names && !names.isEmpty()) {
            if (onePath) {
                problems.put(PATHS.name(), "is given, and file.path too; leave one out");
            } else {
                pathsProblems(problems, names.stream().map(String::valueOf).toList(), values);
            }
        } else if (number(WATCH_INTERVAL_MS.in(values)) > 0) {
            problems.put(WATCH_INTERVAL_MS.name(), "goes with file.paths only");
        } else if (!onePath) {
            problems.put(PATH.name(), "is needed with source.type=file, or file.paths");
        } else {
            try {
                Path file = Path.of((String) path);
                ElementFile.check(file);
                keyProblem(problems, List.of(file), values);
            } catch (InputFormatException | InvalidPathException e) {
                problems.put(PATH.name(), String.valueOf(e.getMessage()));
            }
        }
        return problems;
    }

    private static long number(@Nullable Object value) {
        return value instanceof Long number ? number : 0L;
    }

    private static void pathsProblems(Map<String, String> problems, List<String> names, Map<String, ?> values) {
        try {
            boolean watched = number(WATCH_INTERVAL_MS.in(values)) > 0;
            List<Path> files = FileSet.find(names);
            if (files.isEmpty() && !watched) {
                problems.put(PATHS.name(), "no file is there; with file.watch.interval.ms one may come later");
            }
            checkKinds(files);
            keyProblem(problems, files, values);
        } catch (InputFormatException | IllegalArgumentException e) {
            problems.put(PATHS.name(), String.valueOf(e.getMessage()));
        }
    }

    private static void keyProblem(Map<String, String> problems, List<Path> files, Map<String, ?> values) {
        KeySource source = KeyOptions.KEY_SOURCE.in(values);
        if (files.stream().anyMatch(ElementFile::holdsPatches)
                && source != KeySource.AUTO
                && source != KeySource.CONSTANT) {
            problems.put(
                    KeyOptions.KEY_SOURCE.name(),
                    "must be auto or constant for files of patches, of which each builds on those before it; the key is"
                            + " key.constant, or the file's name");
        }
    }

    /** The entries of the user's options: names of files and directories, and patterns. */
    public static List<String> names(AbstractConfig config) {
        List<String> names = PATHS.of(config);
        return names.isEmpty() ? List.of(PATH.orNull(config)) : names;
    }

    /**
     * The files of a task. For the options of a connector: all files that exist now.
     *
     * @throws InputFormatException if a file is missing or not readable
     */
    public static List<Path> files(AbstractConfig config) {
        List<Path> ofTask = FileTasks.of(config.originalsStrings());
        if (ofTask != null) {
            return ofTask;
        }
        FileSet.logOthers(names(config), ElementFile::isKnown);
        List<Path> found = FileSet.find(names(config));
        checkKinds(found);
        return found;
    }

    /**
     * Refuses a mixture of files of graphs and files of patches: a reader of a topic of graphs cannot use patches, and
     * a reader of a topic of patches cannot use graphs.
     */
    private static void checkKinds(List<Path> files) {
        Path patches =
                files.stream().filter(ElementFile::holdsPatches).findFirst().orElse(null);
        Path graphs = files.stream()
                .filter(file -> !ElementFile.holdsPatches(file))
                .findFirst()
                .orElse(null);
        if (patches != null && graphs != null) {
            throw new InputFormatException(
                    patches,
                    "",
                    "holds patches, and " + graphs.getFileName()
                            + " graphs; give each kind a connector and a topic of its own, for example by a pattern such as"
                            + " *.rdfp");
        }
    }

    /** The rule that divides a file of lines into elements. */
    static FlatElements flatElements(AbstractConfig config) {
        return ELEMENTS.of(config);
    }
}
