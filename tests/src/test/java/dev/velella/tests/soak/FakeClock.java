package dev.velella.tests.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The clock of a process that goes wrong by an amount, through the library libfaketime. The monotonic clock stays right, as it
 * does where somebody sets the time of a machine.
 *
 * @param offset as libfaketime takes it; empty for the right time
 */
record FakeClock(String offset) {
    static final FakeClock RIGHT = new FakeClock("");

    /** The library, if it is installed. */
    static Optional<Path> library() {
        try (Stream<Path> directories = Files.list(Path.of("/usr/lib"))) {
            return directories
                    .map(directory -> directory.resolve("faketime/libfaketime.so.1"))
                    .filter(Files::isRegularFile)
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static FakeClock anHour(boolean ahead) {
        return new FakeClock(ahead ? "+1h" : "-1h");
    }

    void applyTo(Map<String, String> environment) {
        if (!offset.isEmpty()) {
            environment.put("LD_PRELOAD", library().orElseThrow().toString());
            environment.put("FAKETIME", offset);
            environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
            environment.put("DONT_FAKE_MONOTONIC", "1");
        }
    }
}
