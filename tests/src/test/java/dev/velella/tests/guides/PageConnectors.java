package dev.velella.tests.guides;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The connectors in the pages: blocks of JSON, and bodies of requests to a worker. */
public final class PageConnectors {
    private static final Pattern CONNECTOR = Pattern.compile("(?s)\\{[^{}]*\"config\".*\\}");
    private static final ObjectMapper JSON = new ObjectMapper();

    private PageConnectors() {}

    /**
     * One connector.
     *
     * @param page its file
     * @param config its options, with its name
     */
    public record PageConnector(Path page, Map<String, String> config) {}

    /** All of them. */
    public static List<PageConnector> all() throws IOException {
        List<PageConnector> all = new ArrayList<>();
        for (Path page : Fences.pages()) {
            for (Fences.Fence fence : Fences.of(page)) {
                Matcher connector = CONNECTOR.matcher(fence.text());
                if (connector.find()) {
                    all.add(new PageConnector(page, config(JSON.readTree(connector.group()))));
                }
            }
        }
        return all;
    }

    private static Map<String, String> config(JsonNode connector) {
        Map<String, String> config = new HashMap<>();
        connector
                .path("config")
                .properties()
                .forEach(option -> config.put(option.getKey(), option.getValue().asText()));
        config.put("name", connector.path("name").asText());
        return config;
    }
}
