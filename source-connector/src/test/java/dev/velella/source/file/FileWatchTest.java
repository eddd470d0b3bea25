package dev.velella.source.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.source.Logged;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileWatchTest {
    @TempDir
    Path folder;

    @Test
    void thatFilesCannotBeLookedForIsSaidOnceUntilTheyCanAgain() throws Exception {
        Path file = folder.resolve("a.ttl");
        AtomicInteger asked = new AtomicInteger();
        try (Logged log = new Logged();
                FileWatch watch = new FileWatch(
                        List.of(file.toString()), List.of(), Duration.ofHours(1), asked::incrementAndGet)) {
            for (int i = 0; i < 5; i++) {
                watch.look();
            }
            assertThat(log.count("Velella cannot look for new files: " + file + ": no such file"))
                    .isEqualTo(1);
            Files.createFile(file);
            watch.look();
            assertThat(asked).hasValue(1);
            Files.delete(file);
            watch.look();
            watch.look();
            assertThat(log.count("no such file")).isEqualTo(2);
        }
    }
}
