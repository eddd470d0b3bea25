package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.read.RecurringRows;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.TermCounts;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Frames of several streams that build on dictionaries, read with the rows of the last frame of each stream. The rows
 * save work and never change a result, whatever they are of.
 */
class StreamsTakingTurnsTest {
    private static final Limits LIMITS = Limits.DEFAULT;

    @Provide
    Arbitrary<List<Statement>> quads() {
        return RdfArbitraries.quads(true, 1).list().ofMinSize(4).ofMaxSize(20);
    }

    /** Some terms are in the dictionary, others are entries of the frames; some frames are damaged, or another stream's. */
    @Property(edgeCases = EdgeCasesMode.NONE, tries = 120)
    void rowsChangeNoResult(
            @ForAll("quads") List<Statement> first,
            @ForAll("quads") List<Statement> others,
            @ForAll @LongRange(min = 0) long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Mutator mutator = new Mutator(random);
        for (TableSizes sizes : List.of(new TableSizes(64, 16, 8), new TableSizes(64, 0, 8), TableSizes.BIG)) {
            Reader reader = new Reader(new JellyOptions(PhysicalType.QUADS, sizes, true, 1), first);
            List<List<Statement>> streams = new ArrayList<>();
            List<RecurringRows> rows = new ArrayList<>();
            for (int stream = 0; stream < 3; stream++) {
                streams.add(new ArrayList<>(first));
                rows.add(new RecurringRows());
                RowsTakenOverTest.change(streams.get(stream), others, random);
            }
            for (int frame = 0; frame < 24; frame++) {
                int stream = random.nextInt(3);
                List<Statement> statements = streams.get(stream);
                byte[] bytes = reader.write(RdfGraph.of(statements));
                if (random.nextInt(6) == 0) {
                    reader.check(mutator.mutate(bytes, bytes), rows.get(stream));
                }
                RecurringRows of = rows.get(random.nextInt(8) == 0 ? (stream + 1) % 3 : stream);
                RdfGraph read = reader.check(bytes, of);
                assertThat(read).isNotNull();
                assertThat(read.statements()).containsExactlyElementsOf(statements);
                RowsTakenOverTest.change(statements, others, random);
                if (random.nextInt(10) == 0) {
                    reader.chooseDictionary(random.nextBoolean() ? first : statements);
                }
            }
        }
    }

    /** One writer, and readers with and without the rows of streams. */
    private static final class Reader {
        private final JellyOptions options;
        private final JellyGraphDecoder withRows = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        private final JellyGraphDecoder withItsOwn = new JellyGraphDecoder(LightValueFactory.late(), LIMITS);
        private final JellyGraphDecoder without = new JellyGraphDecoder(LightValueFactory.eager(), LIMITS);
        private JellyGraphEncoder encoder;

        Reader(JellyOptions options, List<Statement> terms) {
            this.options = options;
            encoder = new JellyGraphEncoder(options, LIMITS);
            chooseDictionary(terms.subList(0, terms.size() / 2 + 1));
        }

        void chooseDictionary(List<Statement> terms) {
            encoder = new JellyGraphEncoder(options, LIMITS);
            TermCounts counts = new TermCounts();
            encoder.count(RdfGraph.of(terms), counts);
            byte[] dictionary = encoder.makeDictionary(counts.terms());
            withRows.readDictionary(dictionary);
            withItsOwn.readDictionary(dictionary);
            without.readDictionary(dictionary);
        }

        byte[] write(RdfGraph graph) {
            return encoder.encodeOnDictionary(graph);
        }

        /** Reads a frame with and without rows, which must give the same; null if it is refused. */
        @Nullable
        RdfGraph check(byte[] frame, RecurringRows rows) {
            RdfGraph expected = null;
            try {
                expected = without.decodeOnDictionary(frame);
            } catch (MalformedJellyException e) {
                // the other one must say the same
            }
            try {
                RdfGraph read = withRows.decodeOnDictionary(frame.clone(), rows);
                assertThat(expected).as("refused without rows").isNotNull();
                Exact.assertSame(read, expected, "with rows");
                Exact.assertSame(
                        withItsOwn.decodeOnDictionary(frame.clone()), expected, "with the rows of the decoder");
            } catch (MalformedJellyException e) {
                assertThat(expected).as("refused with rows: " + e.getMessage()).isNull();
            }
            return expected;
        }
    }

    /** The name of a device is an entry of its frames: same bytes, but of another device's entry. */
    @Test
    void rowsOfAnotherDeviceHaveTheNameOfThatDevice() {
        Reader reader = new Reader(JellyOptions.TOPIC, report(1, 1));
        RecurringRows shared = new RecurringRows();
        RecurringRows own = new RecurringRows();
        for (int number = 0; number < 8; number++) {
            for (int turn = 0; turn < 6; turn++) {
                int device = 10 + turn / 2;
                byte[] frame = reader.write(RdfGraph.of(report(device, number)));
                assertThat(reader.check(frame, shared).statements()).isEqualTo(report(device, number));
            }
            byte[] frame = reader.write(RdfGraph.of(report(10, number)));
            assertThat(reader.check(frame, own).statements()).isEqualTo(report(10, number));
        }
    }

    /** Small graphs of few terms, so that all coincidences come: terms are repeated, are entries, or are in the dictionary. */
    @Test
    void smallGraphsOfFewTermsAreRead() {
        for (int seed = 0; seed < 5; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TableSizes sizes = seed % 2 == 0 ? TableSizes.BIG : new TableSizes(64, 0, 8);
            List<Statement> known = List.of(statement(random, 3), statement(random, 3), statement(random, 3));
            Reader reader = new Reader(new JellyOptions(PhysicalType.QUADS, sizes, false, 1), known);
            List<RecurringRows> rows = List.of(new RecurringRows(), new RecurringRows(), new RecurringRows());
            List<Statement> statements = new ArrayList<>(known);
            for (int frame = 0; frame < 4_000; frame++) {
                if (random.nextInt(3) == 0 || statements.size() > 8) {
                    statements.remove(random.nextInt(statements.size()));
                }
                while (statements.size() < 2 || random.nextInt(3) == 0) {
                    statements.add(random.nextInt(statements.size() + 1), statement(random, 6));
                }
                byte[] bytes = reader.write(RdfGraph.of(statements));
                RdfGraph read = reader.check(bytes, rows.get(random.nextInt(3)));
                assertThat(read.statements()).containsExactlyElementsOf(statements);
                if (random.nextInt(500) == 0) {
                    reader.chooseDictionary(List.of(statement(random, 6), statement(random, 6)));
                }
            }
        }
    }

    private static Statement statement(SplittableRandom random, int terms) {
        Value object =
                switch (random.nextInt(6)) {
                    case 0 -> VALUES.createLiteral("l" + random.nextInt(2), iri("type" + random.nextInt(terms)));
                    case 1 -> VALUES.createLiteral("l", random.nextBoolean() ? "en" : "EN");
                    case 2 -> VALUES.createBNode("b" + random.nextInt(2));
                    default -> iri(random.nextInt(2) + "/" + random.nextInt(terms));
                };
        Resource subject = random.nextInt(6) == 0
                ? VALUES.createBNode("b" + random.nextInt(2))
                : iri(random.nextInt(2) + "/" + random.nextInt(terms));
        Resource context = random.nextInt(2) == 0 ? null : iri("g" + random.nextInt(terms));
        return VALUES.createStatement(subject, iri(random.nextInt(2) + "/" + random.nextInt(3)), object, context);
    }

    /**
     * Same bytes, which repeat a subject and an object that are entries of the frame. Names that come for the first time are
     * new objects in each frame, and rows that are taken over keep the old ones.
     */
    @Test
    void termsThatAreRepeatedAreThoseOfTheirOwnFrame() {
        Reader reader = new Reader(JellyOptions.TOPIC, reading(0, 0));
        RecurringRows rows = new RecurringRows();
        for (int frame = 0; frame < 600; frame++) {
            int station = frame / 3 * 2 + (frame % 3) / 2; // twice the one, once the next one
            List<Statement> statements = reading(1 + station, frame);
            byte[] bytes = reader.write(RdfGraph.of(statements));
            assertThat(reader.check(bytes, rows).statements()).isEqualTo(statements);
        }
    }

    /** Each term of the station and each changing term is followed by a statement that repeats it and is else the same. */
    private static List<Statement> reading(int station, int value) {
        IRI subject = iri("station/" + station);
        IRI next = iri("station/" + station + "/next");
        return List.of(
                VALUES.createStatement(subject, iri("value"), VALUES.createLiteral(value)),
                VALUES.createStatement(subject, iri("state"), iri("on")),
                VALUES.createStatement(subject, iri("next"), next),
                VALUES.createStatement(subject, iri("neighbour"), next),
                VALUES.createStatement(iri("net"), iri("has"), next),
                VALUES.createStatement(iri("net"), iri("had" + value % 2), next),
                VALUES.createStatement(iri("road"), iri("has"), next),
                VALUES.createStatement(iri("net"), iri("turn" + station % 2), iri("on")),
                VALUES.createStatement(iri("road"), iri("turn" + station % 2), iri("off")));
    }

    private static IRI iri(String name) {
        return VALUES.createIRI("http://example.org/" + name);
    }

    /** Same bytes, which refer to the entries of another dictionary. */
    @Test
    void rowsOnAnotherDictionaryAreReadAgain() {
        Reader one = new Reader(JellyOptions.TOPIC, report(1, 1));
        Reader other = new Reader(JellyOptions.TOPIC, report(1, 1));
        RecurringRows rows = new RecurringRows();
        one.chooseDictionary(report(50, 1));
        other.chooseDictionary(report(51, 1));
        byte[] ofOne = one.write(RdfGraph.of(report(50, 1)));
        byte[] ofOther = other.write(RdfGraph.of(report(51, 1)));
        assertThat(ofOne).isEqualTo(ofOther);
        for (int turn = 0; turn < 6; turn++) {
            assertThat(one.check(ofOne, rows).statements()).isEqualTo(report(50, 1));
            assertThat(other.check(ofOther, rows).statements()).isEqualTo(report(51, 1));
            one.chooseDictionary(report(51, 1));
            assertThat(one.check(ofOne, rows).statements()).isEqualTo(report(51, 1));
            one.chooseDictionary(report(50, 1));
        }
    }

    /** A row may refer to an entry of its frame that stood before it in the last frame and is not there now. */
    @Test
    void aRowWhoseEntryIsNotThereIsRefused() {
        Reader reader = new Reader(JellyOptions.TOPIC, report(1, 1));
        RecurringRows rows = new RecurringRows();
        byte[] whole = reader.write(RdfGraph.of(report(10, 1)));
        reader.check(whole, rows);
        assertThat(rows.size()).isEqualTo(report(10, 1).size());
        for (int cut = 1; cut < whole.length; cut++) {
            byte[] rest = new byte[whole.length - cut];
            System.arraycopy(whole, cut, rest, 0, rest.length);
            reader.check(rest, rows);
            reader.check(whole, rows);
        }
    }

    private static List<Statement> report(int device, int number) {
        List<Statement> statements = new ArrayList<>();
        IRI graph = VALUES.createIRI("http://example.org/graph/" + device + "/" + number);
        IRI name = VALUES.createIRI("http://example.org/device/" + device);
        for (int sensor = 0; sensor < 12; sensor++) {
            IRI subject = VALUES.createIRI("http://example.org/sensor/" + sensor);
            statements.add(VALUES.createStatement(subject, VALUES.createIRI("http://example.org/of"), name, graph));
            statements.add(VALUES.createStatement(
                    subject,
                    VALUES.createIRI("http://example.org/value"),
                    VALUES.createLiteral(sensor == number ? "other" : "same"),
                    graph));
        }
        return statements;
    }
}
