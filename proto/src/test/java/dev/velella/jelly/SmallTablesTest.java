package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;

/**
 * Where Jelly-JVM 3.5.2 writes other data without an error, chiefly rows that need more entries than a table has. It
 * evicts entries that the same row uses; each case shows that first. Here the row is written right, or refused.
 */
class SmallTablesTest {
    private static final Limits LIMITS = Limits.DEFAULT;

    private static IRI iri(String text) {
        return VALUES.createIRI(text);
    }

    private static JellyOptions triples(TableSizes sizes) {
        return new JellyOptions(PhysicalType.TRIPLES, sizes, true, 1);
    }

    private static Statement threePrefixes() {
        return VALUES.createStatement(iri("http://a/x"), iri("http://b/y"), iri("http://c/z"));
    }

    private static void assertJellyJvmWritesOtherData(Statement statement, JellyOptions options) throws IOException {
        byte[] frame = new JellyJvm.Writer(options).write(RdfGraph.of(List.of(statement)));
        assertThat(Exact.same(
                        new JellyJvm.Reader(options.physicalType()).read(frame).statements(), List.of(statement)))
                .as("Jelly-JVM reads back what it wrote")
                .isFalse();
    }

    private static void assertWrittenRight(Statement statement, JellyOptions options) throws IOException {
        RdfGraph graph = RdfGraph.of(List.of(statement, statement));
        byte[] frame = new JellyGraphEncoder(options, LIMITS).encode(graph);
        Exact.assertSame(new JellyJvm.Reader(options.physicalType()).read(frame), graph, "Jelly-JVM");
        Exact.assertSame(new JellyGraphDecoder(VALUES, LIMITS).decode(frame), graph, "this codec");
    }

    private static void assertRefused(Statement statement, JellyOptions options, String reason) throws IOException {
        JellyGraphEncoder encoder = new JellyGraphEncoder(options, LIMITS);
        JellyJvm.Reader reader = new JellyJvm.Reader(options.physicalType());
        RdfGraph before = RdfGraph.of(List.of(threePrefixes()));
        Exact.assertSame(reader.read(encoder.encodeNext(before)), before, "before");
        RdfGraph graph = RdfGraph.of(List.of(threePrefixes(), statement));
        assertThatThrownBy(() -> encoder.encodeNext(graph))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining(reason);
        Exact.assertSame(reader.read(encoder.encodeNext(before)), before, "after");
    }

    @Test
    void threePrefixesInATableOfTwo() throws IOException {
        JellyOptions options = triples(new TableSizes(8, 2, 0));
        assertJellyJvmWritesOtherData(threePrefixes(), options);
        assertWrittenRight(threePrefixes(), options);
    }

    @Test
    void threePrefixesInATableOfOne() throws IOException {
        JellyOptions options = triples(new TableSizes(8, 1, 0));
        assertJellyJvmWritesOtherData(threePrefixes(), options);
        assertWrittenRight(threePrefixes(), options);
    }

    @Test
    void fourPrefixesInATableOfThree() throws IOException {
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, new TableSizes(8, 3, 0), false, 1);
        Statement quad =
                VALUES.createStatement(iri("http://a/x"), iri("http://b/y"), iri("http://c/z"), iri("http://d/g"));
        assertJellyJvmWritesOtherData(quad, options);
        assertWrittenRight(quad, options);
    }

    @Test
    void nineNamesInATableOfEight() throws IOException {
        Resource left = VALUES.createTriple(
                VALUES.createTriple(iri("http://a/1"), iri("http://a/2"), iri("http://a/3")),
                iri("http://a/4"),
                iri("http://a/5"));
        Value right = VALUES.createTriple(iri("http://a/7"), iri("http://a/8"), iri("http://a/9"));
        Statement statement = VALUES.createStatement(left, iri("http://a/6"), right);
        assertJellyJvmWritesOtherData(statement, triples(new TableSizes(8, 4, 0)));
        assertRefused(statement, triples(new TableSizes(8, 4, 0)), "name table");
        assertWrittenRight(statement, triples(new TableSizes(9, 4, 0)));
    }

    @Test
    void twoDatatypesInATableOfOne() throws IOException {
        Resource inner =
                VALUES.createTriple(iri("http://a/1"), iri("http://a/2"), VALUES.createLiteral("1", XSD.INTEGER));
        Statement statement = VALUES.createStatement(inner, iri("http://a/3"), VALUES.createLiteral("2", XSD.DOUBLE));
        assertJellyJvmWritesOtherData(statement, triples(new TableSizes(8, 4, 1)));
        assertRefused(statement, triples(new TableSizes(8, 4, 1)), "datatype table");
        assertWrittenRight(statement, triples(new TableSizes(8, 4, 2)));
    }

    /** Not a matter of tables, but silent too: RDF4J calls the two literals equal, but they are not spelled alike. */
    @Test
    void languageTagsThatDifferInCaseOnly() throws IOException {
        List<Statement> statements = List.of(
                VALUES.createStatement(iri("http://a/s"), iri("http://a/p"), VALUES.createLiteral("x", "en")),
                VALUES.createStatement(iri("http://a/s"), iri("http://a/p"), VALUES.createLiteral("x", "EN")));
        JellyOptions options = triples(TableSizes.SMALL);
        byte[] theirs = new JellyJvm.Writer(options).write(RdfGraph.of(statements));
        byte[] ours = new JellyGraphEncoder(options, LIMITS).encode(RdfGraph.of(statements));
        JellyJvm.Reader reader = new JellyJvm.Reader(PhysicalType.TRIPLES);
        assertThat(Exact.same(reader.read(theirs).statements(), statements)).isFalse();
        Exact.assertSame(new JellyJvm.Reader(PhysicalType.TRIPLES).read(ours).statements(), statements, "Jelly-JVM");
        Exact.assertSame(new JellyGraphDecoder(VALUES, LIMITS).decode(ours).statements(), statements, "this codec");
    }

    /** More prefixes than slots in every row, over many rows: none is refused, all come back. */
    @Test
    void longStreamsWithMorePrefixesInARowThanThereAreSlots() throws IOException {
        for (int prefixes = 0; prefixes <= 3; prefixes++) {
            JellyOptions options = new JellyOptions(PhysicalType.QUADS, new TableSizes(8, prefixes, 1), false, 2);
            RandomRdf rdf = new RandomRdf(prefixes, new RandomRdf.Shape(0, 5, 3, 0, true));
            JellyGraphEncoder encoder = new JellyGraphEncoder(options, LIMITS);
            JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
            JellyJvm.Reader reader = new JellyJvm.Reader(PhysicalType.QUADS);
            for (int frame = 0; frame < 50; frame++) {
                RdfGraph graph = rdf.graph(20);
                byte[] bytes = encoder.encodeNext(graph);
                Exact.assertSame(reader.read(bytes), graph, "Jelly-JVM, frame " + frame);
                Exact.assertSame(decoder.decodeNext(bytes), graph, "this codec, frame " + frame);
            }
        }
    }
}
