package dev.velella.bench.measure;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A newer version of a peer's library, beside the one of the class path. The build puts it into a folder beside the classes of the
 * benchmarks.
 *
 * @param name of the library's file, without version
 * @param folder of the file
 */
public record NewerLibrary(String name, Path folder) {
    /** The newest jelly-core; the other parts of Jelly-JVM are of the class path. */
    public static final NewerLibrary JELLY_CORE = new NewerLibrary("jelly-core", beside("newer"));

    private static Path beside(String folder) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.endsWith("test-classes"))
                .findFirst()
                .map(path -> path.resolveSibling(folder))
                .orElse(Path.of(folder));
    }

    /** Whether the build has put it there. */
    public boolean isThere() {
        return Files.isDirectory(folder);
    }

    /** As its file says it. */
    public String version() {
        String file = file().getFileName().toString();
        return file.substring(name.length() + 1, file.length() - ".jar".length());
    }

    /** The class path with this version in place of the other one. */
    String in(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator))
                .map(entry -> Path.of(entry).getFileName().toString().matches(name + "-[0-9].*[.]jar")
                        ? file().toString()
                        : entry)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private Path file() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(name + "-"))
                    .findFirst()
                    .orElseThrow(() -> new BenchmarkException("no " + name + " in " + folder));
        } catch (IOException e) {
            throw new BenchmarkException(folder + " cannot be read", e);
        }
    }
}
