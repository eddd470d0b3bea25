package dev.velella.cli.pipeline;

import dev.velella.failure.UserException;
import dev.velella.status.PipelineConfig;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
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
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
            Map<String, String> options = new HashMap<>();
            properties.forEach((key, value) -> options.put((String) key, (String) value));
            return new PipelineConfig(options);
        } catch (ConfigException e) {
            throw new UserException(file + ": " + e.getMessage(), e, WRONG_USAGE);
        } catch (IOException | IllegalArgumentException e) {
            throw new UserException(file + ": cannot be read as a properties file: " + e.getMessage(), e, WRONG_USAGE);
        }
    }
}
