package streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.rdf.RdfGraph;
import dev.velella.serde.JellyGraphSerde;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.Test;

/** An application of Kafka Streams on the libraries that a build tool resolves for it. */
class StreamsTest {
    private static final String JSON = "{\"@id\": \"urn:s\", \"urn:p\": [1, 2.5, \"drei\"]}";

    private static Model model() throws Exception {
        return Rio.parse(new ByteArrayInputStream(JSON.getBytes(StandardCharsets.UTF_8)), RDFFormat.JSONLD);
    }

    /** Kafka and RDF4J both bring parts of Jackson. */
    @Test
    void jsonIsRead() throws Exception {
        assertEquals(3, new ObjectMapper().readTree(JSON).get("urn:p").size());
        assertEquals(3, model().size());
    }

    @Test
    void streamsTakeTheSerdes() throws Exception {
        JellyGraphSerde serde = new JellyGraphSerde();
        serde.configure(Map.of(), false);
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("graphs", Consumed.with(Serdes.String(), serde)).to("copies");
        assertTrue(builder.build().describe().toString().contains("copies"));
        RdfGraph graph = RdfGraph.of(List.copyOf(model()));
        RecordHeaders headers = new RecordHeaders();
        byte[] value = serde.serializer().serialize("graphs", headers, graph);
        assertEquals(graph, serde.deserializer().deserialize("graphs", headers, value));
    }
}
