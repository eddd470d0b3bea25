package dev.velella.bench.formats;

import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFWriter;
import org.eclipse.rdf4j.rio.binary.BinaryRDFWriter;
import org.eclipse.rdf4j.rio.ntriples.NTriplesWriter;
import org.eclipse.rdf4j.rio.rdfxml.RDFXMLWriter;
import org.eclipse.rdf4j.rio.turtle.TurtleWriter;

/** Formats of RDF, as messages of one graph each, and as one document of the whole stream. */
enum GraphFormat {
    /** Jelly of this project, one codec state through the stream, BIG tables. */
    JELLY(TableSizes.BIG, StatementOrder.GIVEN, true),
    /** The same, rows of a graph in dense order. */
    JELLY_DENSE(TableSizes.BIG, StatementOrder.DENSE, true),
    /** The same as {@link #JELLY} with SMALL tables. */
    JELLY_SMALL(TableSizes.SMALL, StatementOrder.GIVEN, true),
    /** The same as {@link #JELLY} without a table of prefixes. */
    JELLY_NO_PREFIX(new TableSizes(4000, 0, 32), StatementOrder.GIVEN, true),
    /** The same as {@link #JELLY}, each graph a stream of its own. */
    JELLY_SELF_CONTAINED(TableSizes.BIG, StatementOrder.GIVEN, false),
    /** N-Triples. */
    N_TRIPLES(NTriplesWriter::new),
    /** Turtle, with a prefix for each namespace of the document. */
    TURTLE(TurtleWriter::new),
    /** RDF/XML, likewise. */
    RDF_XML(RDFXMLWriter::new),
    /** The binary format of RDF4J. */
    RDF4J_BINARY(BinaryRDFWriter::new);

    private final Function<OutputStream, RDFWriter> writers;
    private final TableSizes tables;
    private final StatementOrder order;
    private final boolean stateful;

    GraphFormat(Function<OutputStream, RDFWriter> writers) {
        this.writers = writers;
        this.tables = TableSizes.BIG;
        this.order = StatementOrder.GIVEN;
        this.stateful = false;
    }

    GraphFormat(TableSizes tables, StatementOrder order, boolean stateful) {
        this.writers = null;
        this.tables = tables;
        this.order = order;
        this.stateful = stateful;
    }

    /** A message for each graph. */
    List<byte[]> messages(List<RdfGraph> graphs) {
        if (writers != null) {
            return graphs.stream().map(graph -> write(List.of(graph))).toList();
        }
        JellyGraphEncoder encoder =
                new JellyGraphEncoder(new JellyOptions(PhysicalType.TRIPLES, tables, false, 1), order, Limits.DEFAULT);
        return graphs.stream()
                .map(stateful ? encoder::encodeNext : encoder::encode)
                .toList();
    }

    /** All graphs in one document. Jelly's frames stand one after the other, each with its length before it. */
    byte[] document(List<RdfGraph> graphs) {
        if (writers != null) {
            return write(graphs);
        }
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        for (byte[] frame : messages(graphs)) {
            int length = frame.length;
            for (; length > 0x7f; length >>>= 7) {
                document.write(length & 0x7f | 0x80);
            }
            document.write(length);
            document.writeBytes(frame);
        }
        return document.toByteArray();
    }

    private byte[] write(List<RdfGraph> graphs) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RDFWriter writer = writers.apply(bytes);
        writer.startRDF();
        prefixes(graphs).forEach((namespace, prefix) -> writer.handleNamespace(prefix, namespace));
        graphs.forEach(graph -> graph.statements().forEach(writer::handleStatement));
        writer.endRDF();
        return bytes.toByteArray();
    }

    /** A prefix for each namespace of an IRI. N-Triples has none. */
    private Map<String, String> prefixes(List<RdfGraph> graphs) {
        Map<String, String> prefixes = new LinkedHashMap<>();
        if (this == N_TRIPLES) {
            return prefixes;
        }
        List<IRI> iris = new ArrayList<>();
        for (RdfGraph graph : graphs) {
            for (Statement statement : graph.statements()) {
                Stream.of(statement.getSubject(), statement.getPredicate(), statement.getObject())
                        .filter(IRI.class::isInstance)
                        .forEach(iri -> iris.add((IRI) iri));
            }
        }
        iris.forEach(iri -> prefixes.putIfAbsent(iri.getNamespace(), "n" + prefixes.size()));
        return prefixes;
    }

    boolean isOurs() {
        return writers == null;
    }

    /** As it stands in the names of figures. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
