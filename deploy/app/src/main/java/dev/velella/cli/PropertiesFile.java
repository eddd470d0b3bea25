package dev.velella.cli;

import dev.velella.convert.file.InputFile;
import dev.velella.failure.FileException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** Reads the properties files that commands are given. Stateless. */
public final class PropertiesFile {
    private PropertiesFile() {}

    /**
     * The properties of a file.
     *
     * @throws FileException if the file cannot be read, or is no properties file
     */
    public static Map<String, String> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new FileException(file.toString(), "cannot be read as a properties file: " + InputFile.reason(e), e);
        }
        Map<String, String> map = new HashMap<>();
        properties.forEach((key, value) -> map.put((String) key, (String) value));
        return map;
    }
}
