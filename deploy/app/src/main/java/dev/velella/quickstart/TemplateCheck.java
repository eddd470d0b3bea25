package dev.velella.quickstart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.diff.blank.GraphIsomorphism;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;

/**
 * Checks that graphs are the readings filled into the template. To be independent of the source's own code, it puts the
 * values into the template's text and parses that text. It can handle values that need no escapes except for colons.
 */
final class TemplateCheck {
    private static final ObjectMapper JSON = new ObjectMapper();

    private TemplateCheck() {}

    /** Compares graphs with readings. The result has a line for each difference. */
    static List<String> differences(String template, Map<String, String> readings, Map<String, RdfGraph> graphs) {
        List<String> differences = new ArrayList<>();
        if (!readings.keySet().equals(graphs.keySet())) {
            differences.add("stations " + readings.keySet() + " have sent messages, but there are graphs of "
                    + graphs.keySet());
        }
        readings.forEach((station, reading) -> {
            RdfGraph graph = graphs.get(station);
            if (graph != null && !GraphIsomorphism.between(filled(template, reading), graph.statements())) {
                differences.add("the last graph of " + station + " differs from its last message: " + reading);
            }
        });
        return differences;
    }

    private static Model filled(String template, String reading) {
        try {
            String text = template;
            for (Map.Entry<String, JsonNode> value : JSON.readTree(reading).properties()) {
                String spelled = value.getValue().asText();
                String hole = "{/" + value.getKey() + "}";
                text = text.replace("\"" + hole + "\"", "\"" + spelled + "\"")
                        .replace(hole, spelled.replace(":", "%3A"));
            }
            return Rio.parse(new StringReader(text), RDFFormat.TRIG);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(reading, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
