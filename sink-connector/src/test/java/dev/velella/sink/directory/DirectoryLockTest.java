package dev.velella.sink.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.fixture.ShortLivedJvm;
import dev.velella.sink.error.StoreInUseException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
    @TempDir
    Path directory;

    /** Ends with 0 if this process can have the directory, else with 3. */
    public static void main(String[] args) {
        try {
            DirectoryLock.acquire(Path.of(args[0]), Duration.ZERO).close();
            System.exit(0);
        } catch (StoreInUseException e) {
            System.exit(3);
        }
    }

    private int another() throws Exception {
        return ShortLivedJvm.process(64, DirectoryLockTest.class.getName(), directory.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    void anAttemptInTheSameProcessDoesNotTakeTheLockFromItsHolder() throws Exception {
        DirectoryLock held = DirectoryLock.acquire(directory, Duration.ZERO);
        assertThatThrownBy(() -> DirectoryLock.acquire(directory, Duration.ZERO))
                .isInstanceOf(StoreInUseException.class);
        assertThat(DirectoryLock.isHeld(directory)).isTrue();
        assertThat(another()).as("another process is refused").isEqualTo(3);
        held.close();
        assertThat(DirectoryLock.isHeld(directory)).isFalse();
        assertThat(another()).isZero();
    }

    @Test
    void aFileThatWasMadeAnewIsLockedItself() throws Exception {
        DirectoryLock before = DirectoryLock.acquire(directory, Duration.ZERO);
        assertThat(DirectoryLock.isHeld(directory)).isTrue();
        before.close();
        Files.delete(directory.resolve("velella.lock"));
        assertThat(DirectoryLock.isHeld(directory)).isFalse();
        assertThat(directory).as("a look makes nothing").isEmptyDirectory();
        DirectoryLock after = DirectoryLock.acquire(directory, Duration.ZERO);
        assertThat(another()).isEqualTo(3);
        after.close();
    }
}
