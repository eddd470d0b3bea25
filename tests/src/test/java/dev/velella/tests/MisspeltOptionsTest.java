package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.fixture.SharedFolder;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.sink.RdfSinkConnector;
import dev.velella.source.RdfSourceConnector;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Connector;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Options of Connect that people have misspelt: each is refused with the name that was meant, or warned of. */
class MisspeltOptionsTest {
    private static final Pattern MEANT = Pattern.compile("(?:did you mean|refused:|names) (?!did )([a-z.]+)");

    @TestFactory
    List<DynamicTest> eachRowHasItsAnswer() throws IOException {
        return Files.readAllLines(SharedFolder.require("cases/options-misspelt.tsv")).stream()
                .skip(1)
                .map(line -> line.split("\t", -1))
                .map(row -> DynamicTest.dynamicTest(row[0] + " " + row[1], () -> check(row)))
                .toList();
    }

    /** Columns: connector, option with its value, what happened, what is right. */
    private static void check(String[] row) {
        Connector connector = row[0].equals("sink") ? new RdfSinkConnector() : new RdfSourceConnector();
        String option = row[1].replaceFirst("[= ].*", "");
        Map<String, String> options = new HashMap<>();
        if (row[1].contains("beside")) {
            options.put("kafka.bootstrap.servers", "x");
        }
        options.put(option, row[1].replaceFirst("[^=]*=([^ ]*).*", "$1"));
        if (row[3].equals("a warning")) {
            assertThat(ClusterOptions.unknown(options))
                    .singleElement()
                    .asString()
                    .contains(option, "Did you mean");
            return;
        }
        List<String> messages = connector.validate(options).configValues().stream()
                .filter(value -> value.name().equals(option))
                .map(ConfigValue::errorMessages)
                .findFirst()
                .orElse(List.of());
        assertThat(messages).as(row[1]).singleElement().asString().contains("Did you mean ");
        Matcher meant = MEANT.matcher(row[3].equals("as now") ? row[2] : row[3]);
        if (meant.find()) {
            assertThat(messages.get(0)).contains("Did you mean " + meant.group(1));
        }
    }
}
