package dev.velella.bench.codec;

import dev.velella.bench.data.Terms;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.output.StringBuilderWriter;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFHandler;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.binary.BinaryRDFParser;
import org.eclipse.rdf4j.rio.binary.BinaryRDFWriter;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.eclipse.rdf4j.rio.nquads.NQuadsParser;
import org.eclipse.rdf4j.rio.nquads.NQuadsWriter;
import org.eclipse.rdf4j.rio.ntriples.NTriplesParser;
import org.eclipse.rdf4j.rio.ntriples.NTriplesWriter;

/**
 * Formats of RDF4J itself; every message stands alone. The writers of text are given a writer
 * without locks: with a buffered one they take twice as long, on a plain output stream several times. Parsers do not check IRIs, datatypes and language tags, as no contender does.
 */
public final class RioGraphs {
    private static final int EXPECTED_BYTES = 1 << 14;

    private RioGraphs() {}

    static byte[] writeBinary(RdfGraph graph) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(EXPECTED_BYTES);
        write(graph, new BinaryRDFWriter(bytes));
        return bytes.toByteArray();
    }

    static byte[] writeNTriples(RdfGraph graph) throws IOException {
        try (StringBuilderWriter text = new StringBuilderWriter(EXPECTED_BYTES)) {
            write(graph, new NTriplesWriter(text));
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Contexts included. */
    public static byte[] writeNQuads(RdfGraph graph) throws IOException {
        try (StringBuilderWriter text = new StringBuilderWriter(EXPECTED_BYTES)) {
            write(graph, new NQuadsWriter(text));
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }
    }

    private static void write(RdfGraph graph, RDFHandler writer) {
        writer.startRDF();
        for (Statement statement : graph.statements()) {
            writer.handleStatement(statement);
        }
        writer.endRDF();
    }

    static GraphCodec.Reading binaryReading() {
        return new Reader(new BinaryRDFParser());
    }

    static GraphCodec.Reading nTriplesReading() {
        return new Reader(new NTriplesParser());
    }

    /** A reader of N-Quads. */
    public static GraphCodec.Reading nQuadsReading() {
        return new Reader(new NQuadsParser());
    }

    private static final class Reader extends AbstractRDFHandler implements GraphCodec.Reading {
        private final RDFParser parser;
        private List<Statement> statements = new ArrayList<>();

        Reader(RDFParser parser) {
            this.parser = parser;
            parser.setRDFHandler(this);
            parser.setValueFactory(Terms.VALUES);
            parser.getParserConfig().set(BasicParserSettings.VERIFY_URI_SYNTAX, false);
            parser.getParserConfig().set(BasicParserSettings.VERIFY_DATATYPE_VALUES, false);
            parser.getParserConfig().set(BasicParserSettings.VERIFY_LANGUAGE_TAGS, false);
        }

        @Override
        public List<Statement> read(GraphCodec.Message message) throws IOException {
            statements = new ArrayList<>();
            parser.parse(new ByteArrayInputStream(message.value()), "");
            return statements;
        }

        @Override
        public void handleStatement(Statement statement) {
            statements.add(statement);
        }
    }
}
