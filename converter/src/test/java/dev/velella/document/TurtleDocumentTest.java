package dev.velella.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.document.format.DocumentFormat;
import dev.velella.rdf.RdfGraph;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.RDFWriter;
import org.eclipse.rdf4j.rio.helpers.BasicWriterSettings;
import org.eclipse.rdf4j.rio.trigstar.TriGStarWriter;
import org.eclipse.rdf4j.rio.turtlestar.TurtleStarWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Turtle and TriG are what Rio writes, character by character, also where an IRI is not left to Rio. */
class TurtleDocumentTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final Map<String, String> NAMESPACES = Map.of("n", "http://n/", "h", "http://n/h#", "s", "urn:s:");

    @ParameterizedTest
    @EnumSource(
            value = DocumentFormat.class,
            names = {"TURTLE", "TRIG"})
    void iRisAreWrittenAsByRio(DocumentFormat format) {
        List<Statement> statements = new ArrayList<>();
        IRI property = VALUES.createIRI("http://e/p");
        for (char c = '!'; c <= 0x17F; c++) {
            boolean isAllowed = "<>\"{}|^`\\".indexOf(c) < 0 && !Character.isISOControl(c);
            for (String begin : List.of("http://e/a", "http://n/a", "http://n/h#", "urn:s:", "http://n/h")) {
                if (isAllowed) {
                    IRI iri = VALUES.createIRI(begin + c + "b");
                    statements.add(VALUES.createStatement(iri, property, iri));
                }
            }
        }
        for (Map<String, String> namespaces : List.of(Map.<String, String>of(), NAMESPACES)) {
            RdfGraph graph = new RdfGraph(statements, namespaces);
            assertThat(DocumentWriter.write(format, graph)).isEqualTo(byRio(format, graph));
        }
    }

    private static String byRio(DocumentFormat format, RdfGraph graph) {
        StringWriter text = new StringWriter();
        RDFWriter writer = format == DocumentFormat.TURTLE ? new TurtleStarWriter(text) : new TriGStarWriter(text);
        writer.set(BasicWriterSettings.PRETTY_PRINT, false);
        writer.set(BasicWriterSettings.INLINE_BLANK_NODES, false);
        writer.startRDF();
        graph.namespaces().forEach(writer::handleNamespace);
        graph.statements().forEach(writer::handleStatement);
        writer.endRDF();
        return text.toString();
    }
}
