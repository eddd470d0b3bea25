package dev.velella.diff.streams;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * The default folder for the app's local copy of the state, if {@code state.dir} is not set. The default of Kafka
 * Streams is the temporary folder. That folder is emptied at a restart of the machine or before, and then all state has
 * to be read from Kafka again.
 */
public final class StateFolder {
    private StateFolder() {}

    /** The default folder: a folder for this app in the folder for the state of this user's programs. */
    public static Path standard() {
        return standard(System.getenv("XDG_STATE_HOME"), System.getProperty("user.home", ""));
    }

    /**
     * The default folder for a given environment.
     *
     * @param stateHome folder for the state of programs, from the environment; ignored if null or not absolute
     */
    public static Path standard(@Nullable String stateHome, String userHome) {
        boolean isNamed = stateHome != null && stateHome.startsWith("/");
        Path home = isNamed ? Path.of(stateHome) : Path.of(userHome, ".local", "state");
        return home.resolve("velella").resolve("streams");
    }

    /**
     * Makes the folder if it does not exist.
     *
     * @throws ConfigException if the folder cannot be made, or the app may not write to it
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
