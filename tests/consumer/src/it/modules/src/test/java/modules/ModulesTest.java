package modules;

import dev.velella.converter.struct.RdfStructs;

import dev.velella.diff.app.DiffApp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velella.converter.JellyConverter;
import dev.velella.edge.mqtt.EdgePublisher;
import dev.velella.jelly.rio.JellyFormat;
import dev.velella.rdf.RdfGraph;
import dev.velella.sink.RdfSinkConnector;
import dev.velella.source.RdfSourceConnector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.Test;

/** What somebody does with each module, on the libraries that a build tool resolves for it. */
class ModulesTest {
    private static final String TURTLE = "<urn:s> <urn:p> 1, \"zwei\"@de .";

    private static Model model() throws Exception {
        return Rio.parse(new ByteArrayInputStream(TURTLE.getBytes(StandardCharsets.UTF_8)), RDFFormat.TURTLE);
    }

    @Test
    void rioReadsAndWritesJelly() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Rio.write(model(), bytes, JellyFormat.JELLY);
        assertEquals(model(), Rio.parse(new ByteArrayInputStream(bytes.toByteArray()), JellyFormat.JELLY));
    }

    /** JSON-LD is read with Jackson, of which Kafka brings an older part. */
    @Test
    void theConverterReadsJsonLd() {
        JellyConverter converter = new JellyConverter();
        converter.configure(Map.of(), false);
        RecordHeaders headers = new RecordHeaders();
        headers.add("content-type", "application/ld+json".getBytes(StandardCharsets.UTF_8));
        byte[] document = "{\"@id\": \"urn:s\", \"urn:p\": [1, 2.5, \"drei\"]}".getBytes(StandardCharsets.UTF_8);
        RdfGraph graph = (RdfGraph) RdfStructs.toElement(
                converter.toConnectData("topic", headers, document).value());
        assertEquals(3, graph.statements().size());
    }

    @Test
    void connectorsAndTheDiffAppAreThere() throws Exception {
        assertFalse(new RdfSourceConnector().config().names().isEmpty());
        assertFalse(new RdfSinkConnector().config().names().isEmpty());
        assertTrue(DiffApp.class.getMethods().length > 0);
        assertTrue(EdgePublisher.class.getMethods().length > 0);
    }

    @Test
    void jarsHaveNamesOfModules() throws Exception {
        assertEquals("dev.velella.proto", module(RdfGraph.class));
        assertEquals("dev.velella.converter", module(JellyConverter.class));
        assertEquals("dev.velella.source", module(RdfSourceConnector.class));
        assertEquals("dev.velella.diff", module(DiffApp.class));
        assertEquals("dev.velella.edge.client", module(EdgePublisher.class));
    }

    private static String module(Class<?> type) throws Exception {
        Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        return ModuleFinder.of(jar).findAll().iterator().next().descriptor().name();
    }
}
