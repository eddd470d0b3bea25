package dev.velella.diff.streams;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * Where the app keeps its copy of the state, unless {@code state.dir} says it: not under the temporary folder, as Kafka Streams
 * would, which is emptied at a restart of the machine or before, so that all state has to be read from Kafka again.
 */
public final class StateFolder {
    private StateFolder() {}

    /** The folder for the state of programs of this user, and in it one for this app. */
    public static Path standard() {
        return standard(System.getenv("XDG_STATE_HOME"), System.getProperty("user.home", ""));
    }

    /**
     * As the other.
     *
     * @param stateHome what the environment names as that folder; null or not absolute for none
     */
    public static Path standard(@Nullable String stateHome, String userHome) {
        boolean isNamed = stateHome != null && stateHome.startsWith("/");
        Path home = isNamed ? Path.of(stateHome) : Path.of(userHome, ".local", "state");
        return home.resolve("velella").resolve("streams");
    }

    /**
     * Makes the folder, if it is not there.
     *
     * @throws ConfigException if it cannot be made, or not be written to
     */
    public static void make(String folder) {
        try {
            Path path = Path.of(folder).toAbsolutePath();
            Files.createDirectories(path);
            if (!Files.isWritable(path)) {
                throw new ConfigException(StreamsConfig.STATE_DIR_CONFIG, folder, "may not be written to; " + ADVICE);
            }
        } catch (IOException | InvalidPathException e) {
            throw new ConfigException(StreamsConfig.STATE_DIR_CONFIG, folder, "cannot be made (" + e + "); " + ADVICE);
        }
    }

    private static final String ADVICE = "set " + StreamsConfig.STATE_DIR_CONFIG
            + " to a directory on a disk that lasts, which the user of the app may write to";
}
