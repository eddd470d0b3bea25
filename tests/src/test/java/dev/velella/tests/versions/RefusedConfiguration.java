package dev.velella.tests.versions;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table of configurations that are refused, in {@code docs/guides/troubleshooting.md}.
 *
 * @param sample whose option is changed
 * @param value null where the option is left out
 * @param answer what the message at the option must contain
 */
record RefusedConfiguration(String sample, String option, @Nullable String value, String answer) {
    private static final String HEAD = "| sample | option | value | the answer says |";

    static List<RefusedConfiguration> read() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("..", "docs", "guides", "troubleshooting.md"));
        List<RefusedConfiguration> rows = new ArrayList<>();
        for (int line = lines.indexOf(HEAD) + 2;
                line < lines.size() && lines.get(line).startsWith("|");
                line++) {
            String[] cells = lines.get(line).split("\\|");
            String value = cells[3].strip();
            rows.add(new RefusedConfiguration(
                    text(cells[1]), text(cells[2]), value.equals("(missing)") ? null : text(value), text(cells[4])));
        }
        return rows;
    }

    private static String text(String cell) {
        return cell.strip().replace("`", "");
    }

    /** The options of the sample, with the wrong value. */
    Map<String, String> config(String bootstrapServers) throws IOException {
        Map<String, String> config = new HashMap<>();
        new ObjectMapper()
                .readTree(Path.of("..", "deploy", "samples", sample + ".json").toFile())
                .path("config")
                .properties()
                .forEach(each -> config.put(each.getKey(), each.getValue().asText()));
        config.put("name", sample);
        config.put("kafka.bootstrap.servers", bootstrapServers);
        if (value == null) {
            config.remove(option);
        } else {
            config.put(option, value);
        }
        // Nobody provides variables here.
        config.replaceAll((name, text) -> text.startsWith("${") ? "given-by-a-provider" : text);
        return config;
    }
}
