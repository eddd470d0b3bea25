package dev.velella.source.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the files that names, directories and patterns stand for. A directory stands for the files directly in it that
 * have a known format, by the end of the name, and do not begin with a dot. A pattern has {@code *}, {@code ?},
 * <code>{a,b}</code> or {@code [ab]}; {@code **} stands for directories of any depth.
 */
public final class FileSet {
    private static final Logger log = LoggerFactory.getLogger(FileSet.class);
    private static final int MOST_SHOWN = 10;

    private FileSet() {}

    /**
     * The files that exist now, as absolute paths, each once, in the order of their names.
     *
     * @throws InputFormatException if a file is missing or not readable, or the end of its name is not known
     * @throws IllegalArgumentException if a name is not a path, or a pattern not a pattern
     */
    public static List<Path> find(List<String> names) {
        return find(names, ElementFile::isKnown, ElementFile::check);
    }

    /**
     * The files of other formats, as {@link #find(List)} finds files of elements.
     *
     * @param known tells which files of a directory are meant, by their names
     * @param check throws an {@link InputFormatException} for a file that cannot be opened
     */
    public static List<Path> find(List<String> names, Predicate<Path> known, Consumer<Path> check) {
        TreeSet<Path> found = new TreeSet<>();
        for (String name : names) {
            Path path = path(name);
            if (isPattern(name)) {
                found.addAll(matching(name, check));
            } else if (Files.isDirectory(path)) {
                found.addAll(inDirectory(path, known));
            } else {
                check.accept(path);
                found.add(path);
            }
        }
        return List.copyOf(found);
    }

    /**
     * Logs which files of the named directories are not read, because the ends of their names are not known.
     *
     * @param known as for {@link #find(List, Predicate, Consumer)}
     */
    public static void logOthers(List<String> names, Predicate<Path> known) {
        for (String name : names) {
            if (!isPattern(name) && Files.isDirectory(path(name))) {
                String others = others(path(name), known);
                if (!others.isEmpty()) {
                    log.warn("{}", others);
                }
            }
        }
    }

    /** A text about the files that are not read; empty if there are none. */
    static String others(Path directory, Predicate<Path> known) {
        List<Path> others = inDirectory(directory, known.negate());
        String shown = others.stream()
                .map(file -> String.valueOf(file.getFileName()))
                .sorted()
                .limit(MOST_SHOWN)
                .collect(Collectors.joining(", "));
        return others.isEmpty()
                ? ""
                : directory + ": files that are not read, because the ends of their names tell no known format: "
                        + others.size() + " (" + shown + (others.size() > MOST_SHOWN ? ", …" : "") + ")";
    }

    private static boolean isPattern(String name) {
        return name.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
    }

    private static Path path(String name) {
        try {
            return Path.of(isPattern(name) ? fixedPart(name) : name)
                    .toAbsolutePath()
                    .normalize();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("is not a valid path: " + e.getMessage(), e);
        }
    }

    /** The directories before the first pattern. */
    private static String fixedPart(String pattern) {
        int end = 0;
        while ("*?[{".indexOf(pattern.charAt(end)) < 0) {
            end++;
        }
        String fixed = pattern.substring(0, pattern.lastIndexOf('/', end) + 1);
        return fixed.isEmpty() ? "." : fixed;
    }

    private static List<Path> matching(String pattern, Consumer<Path> check) {
        Path directory = path(pattern);
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        String rest = pattern.substring(
                fixedPart(pattern).equals(".") ? 0 : fixedPart(pattern).length());
        try {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + rest);
            int depth = rest.contains("**")
                    ? Integer.MAX_VALUE
                    : (int) rest.chars().filter(c -> c == '/').count() + 1;
            List<Path> files = new ArrayList<>();
            try (Stream<Path> walk = Files.walk(directory, depth)) {
                walk.filter(file -> matcher.matches(directory.relativize(file)) && Files.isRegularFile(file))
                        .forEach(files::add);
            }
            files.forEach(check);
            return files;
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(pattern + " is not a valid pattern: " + e.getDescription(), e);
        } catch (IOException | UncheckedIOException e) {
            throw unsearched(directory, e);
        }
    }

    private static List<Path> inDirectory(Path directory, Predicate<Path> known) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> known.test(file)
                            && !String.valueOf(file.getFileName()).startsWith(".")
                            && Files.isRegularFile(file)
                            && Files.isReadable(file))
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw unsearched(directory, e);
        }
    }

    private static InputFormatException unsearched(Path directory, Exception e) {
        Throwable cause = e.getCause();
        Throwable said = e instanceof UncheckedIOException && cause != null ? cause : e;
        return new InputFormatException(directory, "", "cannot be searched: " + InputFormatException.reason(said), e);
    }
}
