package dev.velella.sink.store;

import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.embedded.LmdbTarget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** A process that opens an LMDB store and prints from where it has loaded LWJGL's libraries. Argument: directory. */
public final class LoadedLibraries {
    private LoadedLibraries() {}

    public static void main(String[] args) throws Exception {
        try (LmdbTarget target = LmdbTarget.open(Path.of(args[0]), "sink", Duration.ZERO, LmdbSettings.DEFAULT);
                Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            maps.filter(line -> line.contains("liblwjgl"))
                    .map(line -> line.substring(line.indexOf('/')))
                    .distinct()
                    .forEach(System.out::println);
            target.checkpoint();
        }
    }
}
