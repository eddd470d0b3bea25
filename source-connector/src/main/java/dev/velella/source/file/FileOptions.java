package dev.velella.source.file;

import dev.velella.options.OptionGroup;
import dev.velella.options.Spelling;
import dev.velella.source.file.format.ElementFile;
import dev.velella.source.file.format.FileSet;
import dev.velella.source.file.format.FlatElements;
import dev.velella.source.file.format.InputFormatException;
import dev.velella.source.options.KeyOptions;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.jspecify.annotations.Nullable;

/** Options about files: names, defaults, documentation, how they depend on each other, and what they say. */
public final class FileOptions {
    static final String PATH_CONFIG = "file.path";
    private static final String PATH_DOC =
            "File to read; the worker's user must be allowed to read it. The end of its name tells its format."
                    + " Archives (.tar, .tar.gz, .tgz): each file in it (.ttl, .trig, .nt, .nq, .jelly) is an element. .nq,"
                    + " .nt: see file.elements. .jelly: each frame is an element. .ttl, .trig: the file is one element. .rdfp"
                    + " (RDF Patch text) and .jellyp (Jelly-Patch): patches, for a topic of patches; their key is"
                    + " key.constant. All but the archives may be followed by .gz. Relative IRIs are refused unless the file"
                    + " declares a base.";
    static final String PATHS_CONFIG = "file.paths";
    private static final String PATHS_DOC =
            "Files to read, instead of file.path, separated by commas. An entry is a file, a directory (for all"
                    + " files in it that have a known format and do not begin with a dot), or a pattern with *, ?, {a,b} and"
                    + " [ab]; ** stands for directories of any depth. Each file is an input of its own. The files are divided"
                    + " among the tasks; a task reads its files one after the other, in the order of their names.";
    static final String WATCH_INTERVAL_MS_CONFIG = "file.watch.interval.ms";
    private static final String WATCH_INTERVAL_MS_DOC =
            "Time between two looks for new files, in ms; 0: new files are not looked for. If there are new files,"
                    + " the tasks are started again and go on where they were. Move a file into the directory only when it is"
                    + " complete: text that is added to a file after it was read to its end is not read.";
    static final String ELEMENTS_CONFIG = "file.elements";
    private static final String ELEMENTS_DOC =
            "How a file of lines (.nq, .nt) is divided into elements. 'messages': a delimiter ends each element (RDF"
                    + " message logs: a line MESSAGE, or # @message). 'graphs': consecutive lines with the same graph name"
                    + " are an element (.nq). 'auto': messages if the file begins with a VERSION of messages, or has a"
                    + " delimiter in its first 64 Ki characters; otherwise graphs.";
    static final String RATE_PER_SECOND_CONFIG = "file.rate.per.second";
    private static final String RATE_PER_SECOND_DOC =
            "Largest number of elements that a task emits in a second; it may be below 1. 0: as fast as possible.";
    static final String SPEEDUP_CONFIG = "file.speedup";
    private static final String SPEEDUP_DOC =
            "How many times faster than they were recorded the elements are emitted, by their times"
                    + " (temporal.property). 1: at the speed of the recording; 60: an hour of the recording takes a minute;"
                    + " 0: as fast as possible. The first element of a file, elements without a time, and late elements are"
                    + " emitted at once.";
    static final String LOOP_CONFIG = "file.loop";
    private static final String LOOP_DOC =
            "Whether the task begins again at the start of a file when it comes to the end, for ever. A task with"
                    + " several files then never comes to the second file. The elements keep their times, so the diff app"
                    + " needs velella.late=keep.";

    private FileOptions() {}

    /** Adds all options to a group. */
    static void define(OptionGroup group) {
        group.add(PATH_CONFIG, Type.STRING, null, null, Importance.HIGH, PATH_DOC, "File");
        group.add(PATHS_CONFIG, Type.LIST, List.of(), null, Importance.HIGH, PATHS_DOC, "Files");
        group.add(
                WATCH_INTERVAL_MS_CONFIG,
                Type.LONG,
                0L,
                Range.atLeast(0),
                Importance.MEDIUM,
                WATCH_INTERVAL_MS_DOC,
                "Looking for new files (ms)");
        group.choice(
                ELEMENTS_CONFIG,
                "auto",
                List.of("auto", "messages", "graphs"),
                Importance.MEDIUM,
                ELEMENTS_DOC,
                "Elements in lines");
        group.add(
                RATE_PER_SECOND_CONFIG,
                Type.DOUBLE,
                0.0,
                Range.atLeast(0),
                Importance.MEDIUM,
                RATE_PER_SECOND_DOC,
                "Elements a second");
        group.add(
                SPEEDUP_CONFIG, Type.DOUBLE, 0.0, Range.atLeast(0), Importance.MEDIUM, SPEEDUP_DOC, "Speed of replay");
        group.add(LOOP_CONFIG, Type.BOOLEAN, false, null, Importance.LOW, LOOP_DOC, "Loop");
    }

    /**
     * What is wrong with options that depend on others, or with the files: option to message.
     *
     * @param values parsed values; null where an option is wrong by itself
     */
    static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        Object path = values.get(PATH_CONFIG);
        boolean onePath = path != null && !path.equals("");
        if (values.get(PATHS_CONFIG) instanceof List<?> names && !names.isEmpty()) {
            if (onePath) {
                problems.put(PATHS_CONFIG, "is given, and file.path too; leave one out");
            } else {
                pathsProblems(problems, names.stream().map(String::valueOf).toList(), values);
            }
        } else if (number(values.get(WATCH_INTERVAL_MS_CONFIG)) > 0) {
            problems.put(WATCH_INTERVAL_MS_CONFIG, "goes with file.paths only");
        } else if (!onePath) {
            problems.put(PATH_CONFIG, "is needed with source.type=file, or file.paths");
        } else {
            try {
                Path file = Path.of((String) path);
                ElementFile.check(file);
                keyProblem(problems, List.of(file), values);
            } catch (InputFormatException | InvalidPathException e) {
                problems.put(PATH_CONFIG, String.valueOf(e.getMessage()));
            }
        }
        return problems;
    }

    private static long number(@Nullable Object value) {
        return value instanceof Long number ? number : 0L;
    }

    private static void pathsProblems(Map<String, String> problems, List<String> names, Map<String, ?> values) {
        try {
            boolean watched = number(values.get(WATCH_INTERVAL_MS_CONFIG)) > 0;
            List<Path> files = FileSet.find(names);
            if (files.isEmpty() && !watched) {
                problems.put(PATHS_CONFIG, "no file is there; with file.watch.interval.ms one may come later");
            }
            checkKinds(files);
            keyProblem(problems, files, values);
        } catch (InputFormatException | IllegalArgumentException e) {
            problems.put(PATHS_CONFIG, String.valueOf(e.getMessage()));
        }
    }

    private static void keyProblem(Map<String, String> problems, List<Path> files, Map<String, ?> values) {
        Object source = values.get(KeyOptions.KEY_SOURCE_CONFIG);
        if (files.stream().anyMatch(ElementFile::holdsPatches)
                && !List.of("auto", "constant").contains(source)) {
            problems.put(
                    KeyOptions.KEY_SOURCE_CONFIG,
                    "must be auto or constant for files of patches, of which each builds on those before it; the key is"
                            + " key.constant, or the file's name");
        }
    }

    /** What the user says of files: names, directories and patterns. */
    public static List<String> names(AbstractConfig config) {
        List<String> names = config.getList(PATHS_CONFIG);
        return names.isEmpty() ? List.of(config.getString(PATH_CONFIG)) : names;
    }

    /**
     * The files of a task, or all that there are now.
     *
     * @throws InputFormatException if one is missing or not readable
     */
    public static List<Path> files(AbstractConfig config) {
        List<Path> ofTask = FileTasks.of(config.originalsStrings());
        if (ofTask != null) {
            return ofTask;
        }
        List<Path> found = FileSet.find(names(config));
        checkKinds(found);
        return found;
    }

    /** Who reads a topic of graphs cannot do anything with patches, and the other way round. */
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

    /** What an element is in a file of lines. */
    static FlatElements flatElements(AbstractConfig config) {
        return Spelling.constant(FlatElements.class, config.getString(ELEMENTS_CONFIG));
    }
}
