package dev.velella.bench.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.bench.data.WeatherMessages;
import dev.velella.document.DocumentReader;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.payload.PayloadReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Map;

/** Ways from the JSON of a weather station to its graph. */
public enum PayloadWay {
    /** The source's compiled template. */
    VELELLA("velella") {
        @Override
        Reading reading() {
            PayloadReader reader = WeatherMessages.reader();
            return json -> {
                RdfGraph graph = reader.read(WeatherMessages.payload(json));
                // The source's graph is a template with values, and the peer makes statements.
                return new RdfGraph(new ArrayList<>(graph.statements()), graph.namespaces());
            };
        }
    },

    /** What one would write in an hour: values put into the template as text, and RDF4J's parser for the result. */
    RIO("text-and-rio") {
        @Override
        Reading reading() {
            String template = WeatherMessages.template();
            ObjectMapper mapper = new ObjectMapper();
            DocumentReader documents = new DocumentReader(Limits.DEFAULT);
            return json -> {
                String text = template;
                for (Map.Entry<String, JsonNode> value : mapper.readTree(json).properties()) {
                    String spelled = value.getValue().asText();
                    String hole = "{/" + value.getKey() + "}";
                    text = text.replace("\"" + hole + "\"", "\"" + spelled + "\"")
                            .replace(hole, spelled.replace(":", "%3A"));
                }
                return documents.readGraph(DocumentFormat.TRIG, text.getBytes(StandardCharsets.UTF_8));
            };
        }
    };

    private final String label;

    PayloadWay(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Makes graphs of messages. */
    interface Reading {
        RdfGraph read(String json) throws IOException;
    }

    /** A new one; not for several threads. */
    abstract Reading reading();
}
