package dev.velella.cli;

import dev.velella.failure.FileException;
import dev.velella.failure.UserException;
import dev.velella.status.PipelineConfig;
import java.nio.file.Path;
import org.apache.kafka.common.config.ConfigException;

/** The properties file that says where the parts of a pipeline are. Stateless. */
final class PipelineFile {
    private static final int WRONG_USAGE = 2;

    private PipelineFile() {}

    /**
     * Reads a file.
     *
     * @throws UserException with status 2 if it cannot be read, or an option is wrong
     */
    static PipelineConfig read(Path file) {
        try {
            return new PipelineConfig(PropertiesFile.read(file));
        } catch (ConfigException e) {
            throw new UserException(file + ": " + e.getMessage(), e, WRONG_USAGE);
        } catch (FileException e) {
            throw new UserException(String.valueOf(e.getMessage()), e, WRONG_USAGE);
        }
    }
}
