package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StatementTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

/** Streams whose graphs differ in a few statements, read by a decoder that takes rows over from the frame before. */
class RowsTakenOverTest {
    private static final Limits LIMITS = Limits.DEFAULT;

    @Provide
    Arbitrary<List<Statement>> quads() {
        return RdfArbitraries.quads(true, 1).list().ofMinSize(4).ofMaxSize(30);
    }

    /** Tables so small that entries are replaced all the time, and large ones; repeated terms wherever they happen. */
    @Property(edgeCases = EdgeCasesMode.NONE, tries = 150)
    void everyGraphIsReadAsItWasWritten(
            @ForAll("quads") List<Statement> first,
            @ForAll("quads") List<Statement> others,
            @ForAll @LongRange(min = 0) long seed) {
        for (TableSizes sizes : List.of(new TableSizes(12, 4, 3), new TableSizes(12, 0, 3), TableSizes.BIG)) {
            JellyOptions options = new JellyOptions(PhysicalType.QUADS, sizes, true, 1);
            JellyGraphEncoder encoder = new JellyGraphEncoder(options, LIMITS);
            JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
            JellyGraphDecoder ofTerms = new JellyGraphDecoder(LightValueFactory.late(), LIMITS);
            SplittableRandom random = new SplittableRandom(seed);
            List<Statement> statements = new ArrayList<>(first);
            for (int frame = 0; frame < 12; frame++) {
                RdfGraph graph = RdfGraph.of(statements);
                byte[] bytes = frame % 8 == 0 ? encoder.encodeKeyFrame(graph) : encoder.encodeNext(graph);
                for (JellyGraphDecoder reader : List.of(decoder, ofTerms)) {
                    RdfGraph read = frame % 8 == 0 ? reader.decodeKeyFrame(bytes) : reader.decodeNext(bytes);
                    Exact.assertSame(read, graph, "graph");
                }
                change(statements, others, random);
            }
        }
    }

    /** Sets, adds and removes up to two statements. */
    static void change(List<Statement> statements, List<Statement> others, SplittableRandom random) {
        for (int changes = random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(statements.size());
            Statement other = others.get(random.nextInt(others.size()));
            switch (random.nextInt(4)) {
                case 0 -> statements.add(at, other);
                case 1 -> statements.remove(statements.size() > 1 ? at : 0);
                default -> statements.set(at, other);
            }
            if (statements.isEmpty()) {
                statements.add(other);
            }
        }
    }

    /** Same bytes, but of an entry that means something else since: the last of eight names is another one in each frame. */
    @Test
    void rowsThatReferToReplacedEntriesAreReadAgain() {
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, new TableSizes(8, 0, 1), false, 1);
        JellyGraphEncoder encoder = new JellyGraphEncoder(options, LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        for (int frame = 0; frame < 6; frame++) {
            List<Statement> statements = new ArrayList<>();
            for (int row = 0; row < 7; row++) {
                statements.add(VALUES.createStatement(iri(row), iri(row), iri(row), iri(0)));
            }
            statements.add(VALUES.createStatement(iri(6), iri(6), iri(100 + frame), iri(0)));
            assertRead(statements, decoder, encoder);
        }
    }

    /** Same bytes, which leave out a subject that is another one in each frame. */
    @Test
    void rowsThatRepeatAnotherTermAreReadAgain() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        for (int frame = 0; frame < 6; frame++) {
            List<Statement> statements = new ArrayList<>();
            for (int row = 0; row < 9; row++) {
                IRI subject = iri(row / 3 * 10 + frame);
                statements.add(VALUES.createStatement(subject, iri(row), VALUES.createLiteral("v"), iri(0)));
            }
            assertRead(statements, decoder, encoder);
        }
    }

    /** Elements that have a graph name each, and elements with two graphs, of which one is always the same. */
    @Test
    void rowsInAnotherGraphAreInThatGraph() {
        for (LightValueFactory values : List.of(LightValueFactory.getInstance(), LightValueFactory.late())) {
            JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
            JellyGraphDecoder decoder = new JellyGraphDecoder(values, LIMITS);
            for (int frame = 0; frame < 12; frame++) {
                List<Statement> statements = new ArrayList<>();
                for (int row = 0; row < 15; row++) {
                    boolean isOwn = frame < 6 || row % 5 < 3;
                    IRI graph = isOwn ? iri(1000 + frame) : iri(999);
                    String value = row % 5 == 1 ? "new in " + frame : "v" + row;
                    statements.add(VALUES.createStatement(iri(row / 3), iri(row), VALUES.createLiteral(value), graph));
                }
                assertRead(statements, decoder, encoder);
            }
        }
    }

    /**
     * A reader that wants statements gets each of them made once; if a row comes again, it gets the statement of the frame before.
     * A reader that wants terms gets a table.
     */
    @Test
    void statementsAreMadeOnceUnlessOnlyTermsAreWanted() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        JellyGraphDecoder ofTerms = new JellyGraphDecoder(LightValueFactory.late(), LIMITS);
        List<Statement> statements = new ArrayList<>();
        for (int row = 0; row < 6; row++) {
            statements.add(VALUES.createStatement(iri(row), iri(row), iri(row + 1), iri(0)));
        }
        List<Statement> before = List.of();
        for (int frame = 0; frame < 4; frame++) {
            byte[] bytes = encoder.encodeNext(RdfGraph.of(statements));
            List<Statement> read = decoder.decodeNext(bytes).statements();
            assertThat(read.get(2)).isSameAs(read.get(2));
            if (frame > 1) {
                assertThat(read.get(2)).isSameAs(before.get(2));
            }
            before = read;
            assertThat(ofTerms.decodeNext(bytes).statements()).isInstanceOf(StatementTable.class);
        }
    }

    /** An entry between two rows counts as one more entry each time, though it looks the same. */
    @Test
    void entriesBetweenRowsAreSetAgain() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        JellyGraphDecoder plain = new JellyGraphDecoder(LightValueFactory.eager(), LIMITS);
        for (int frame = 0; frame < 3; frame++) {
            List<Statement> statements = new ArrayList<>();
            for (int row = 0; row < 6; row++) {
                statements.add(VALUES.createStatement(iri(frame * 100), iri(row), iri(frame * 100 + row), iri(0)));
            }
            byte[] bytes = encoder.encodeNext(RdfGraph.of(statements));
            for (int time = 0; time < 3; time++) {
                assertThat(decoder.decodeNext(bytes)).isEqualTo(plain.decodeNext(bytes));
            }
        }
    }

    private static void assertRead(List<Statement> statements, JellyGraphDecoder decoder, JellyGraphEncoder encoder) {
        assertThat(decoder.decodeNext(encoder.encodeNext(RdfGraph.of(statements)))
                        .statements())
                .containsExactlyElementsOf(statements);
    }

    /** Same bytes, which say no more than "the next name": that is another one after another name. */
    @Test
    void rowsThatCountOnFromAnotherNameAreReadAgain() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        for (int frame = 0; frame < 6; frame++) {
            List<Statement> statements = new ArrayList<>();
            for (int row = 0; row < 20; row++) {
                statements.add(VALUES.createStatement(iri(0), iri(0), iri(row), iri(0)));
            }
            for (int row = 1; row < 8; row++) {
                int object = frame + 2 * row;
                statements.set(row, VALUES.createStatement(iri(0), iri(row % 2), iri(object), iri(0)));
                statements.set(row + 8, VALUES.createStatement(iri(0), iri(0), iri(object + 1), iri(0)));
            }
            assertRead(statements, decoder, encoder);
        }
    }

    /** What is left of a frame that could not be read is nothing: the one after it follows the one before it. */
    @Test
    void aFrameThatIsRefusedIsNotComparedWith() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        List<Statement> statements = new ArrayList<>();
        for (int row = 0; row < 10; row++) {
            statements.add(VALUES.createStatement(iri(1), iri(row), VALUES.createLiteral("v" + row), iri(0)));
        }
        for (int frame = 0; frame < 6; frame++) {
            statements.set(frame, VALUES.createStatement(iri(1), iri(frame), VALUES.createLiteral("w"), iri(frame)));
            byte[] bytes = encoder.encodeNext(RdfGraph.of(statements));
            byte[] cut = Arrays.copyOf(bytes, bytes.length - 3);
            if (frame > 0) {
                assertThatThrownBy(() -> decoder.decodeNext(cut)).isInstanceOf(MalformedJellyException.class);
            }
            assertThat(decoder.decodeNext(bytes).statements()).containsExactlyElementsOf(statements);
        }
    }

    private static IRI iri(int number) {
        return VALUES.createIRI("http://example.org/" + number);
    }
}
