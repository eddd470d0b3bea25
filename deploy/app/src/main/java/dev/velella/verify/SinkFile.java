package dev.velella.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.convert.file.InputFile;
import dev.velella.failure.FileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the configuration of a sink connector, in the form for Connect. */
public final class SinkFile {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NAME = "name";
    private static final String CONFIG = "config";

    private SinkFile() {}

    /**
     * Reads a file: an object with name and config, as for a POST request, or the config alone.
     *
     * @param name name of the connector; null to take the name from the file
     * @return the options, with the connector's name as {@code name}
     * @throws FileException if the file cannot be read, is not such a configuration, or names no connector
     */
    public static Map<String, String> read(Path file, @Nullable String name) {
        JsonNode root = parse(file);
        boolean named = root.path(CONFIG).isObject();
        JsonNode config = named ? root.path(CONFIG) : root;
        Map<String, String> options = new TreeMap<>();
        config.properties().forEach(option -> {
            if (option.getValue().isContainerNode()) {
                throw new FileException(
                        file.toString(),
                        "'" + option.getKey() + "' is not a text; is this a connector's configuration?");
            }
            if (!option.getValue().isNull()) {
                options.put(option.getKey(), option.getValue().asText());
            }
        });
        if (name != null) {
            options.put(NAME, name);
        } else if (named && root.path(NAME).isTextual()) {
            options.put(NAME, root.path(NAME).asText());
        }
        if (!options.containsKey(NAME)) {
            throw new FileException(
                    file.toString(),
                    "names no connector, but the store keeps its rows under the connector's name: give --name");
        }
        return options;
    }

    private static JsonNode parse(Path file) {
        try {
            JsonNode root = JSON.readTree(Files.readAllBytes(file));
            if (root == null || !root.isObject()) {
                throw new FileException(file.toString(), "is not a JSON object");
            }
            return root;
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            String place = e.getLocation() == null
                    ? ""
                    : " (line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ")";
            throw new FileException(file.toString(), "is not JSON" + place, e);
        } catch (IOException e) {
            throw new FileException(file.toString(), "cannot be read: " + InputFile.reason(e), e);
        }
    }
}
