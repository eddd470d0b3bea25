package dev.velella.jelly.read;

import static dev.velella.jelly.Bytes.entry;
import static dev.velella.jelly.Bytes.iri;
import static dev.velella.jelly.Bytes.message;
import static dev.velella.jelly.Bytes.quadsFrame;
import static dev.velella.jelly.Bytes.spo;
import static dev.velella.jelly.Bytes.triplesFrame;
import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.Bytes;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Long streams whose rows recur, whose IRIs and texts the decoder has met before. */
class RecurringRowsTest {
    private static final Limits LIMITS = Limits.DEFAULT;

    /** Graphs that are the same but for a few statements, from few enough terms that tables overflow. */
    private static List<RdfGraph> graphs(long seed, int terms, boolean contexts) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Statement> current = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            current.add(statement(random, terms, contexts));
        }
        List<RdfGraph> graphs = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            for (int change = random.nextInt(4); change > 0; change--) {
                current.set(random.nextInt(current.size()), statement(random, terms, contexts));
            }
            graphs.add(RdfGraph.of(current));
        }
        return graphs;
    }

    private static Statement statement(SplittableRandom random, int terms, boolean contexts) {
        Value object =
                switch (random.nextInt(6)) {
                    case 0 -> VALUES.createLiteral("v" + random.nextInt(5), anyIri(random, 3));
                    case 1 -> VALUES.createLiteral("t" + random.nextInt(5), "en");
                    case 2 -> VALUES.createBNode("b" + random.nextInt(3));
                    default -> anyIri(random, terms);
                };
        Resource subject = random.nextInt(8) == 0 ? VALUES.createBNode("s") : anyIri(random, 5);
        Resource context = contexts && random.nextInt(3) == 0 ? anyIri(random, 3) : null;
        return VALUES.createStatement(subject, anyIri(random, terms), object, context);
    }

    private static IRI anyIri(SplittableRandom random, int names) {
        return VALUES.createIRI("http://" + random.nextInt(3) + "/" + random.nextInt(names));
    }

    @ParameterizedTest
    @EnumSource
    void streamsComeBackWhateverWasReadBefore(PhysicalType type) {
        for (TableSizes sizes : List.of(new TableSizes(8, 4, 2), new TableSizes(12, 0, 2), TableSizes.SMALL)) {
            JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
            JellyGraphDecoder selfContained = new JellyGraphDecoder(LightValueFactory.late(), LIMITS);
            JellyGraphEncoder encoder = new JellyGraphEncoder(new JellyOptions(type, sizes, false, 1), LIMITS);
            JellyGraphEncoder whole = new JellyGraphEncoder(new JellyOptions(type, sizes, false, 1), LIMITS);
            int n = 0;
            for (RdfGraph graph : graphs(sizes.names(), 12, type != PhysicalType.TRIPLES)) {
                byte[] frame = n % 50 == 0 ? encoder.encodeKeyFrame(graph) : encoder.encodeNext(graph);
                if (n % 7 == 3) {
                    byte[] bad = message().append(frame).row(20, message()).array();
                    assertThatThrownBy(() -> decoder.decodeNext(bad)).isInstanceOf(MalformedJellyException.class);
                }
                if (n % 11 == 5) {
                    decoder.restore(decoder.snapshot());
                }
                assertSame(n % 50 == 0 ? decoder.decodeKeyFrame(frame) : decoder.decodeNext(frame), graph);
                assertSame(selfContained.decode(whole.encode(graph)), graph);
                n++;
            }
        }
    }

    /** RDF4J does not compare contexts of statements in every version; here they count. */
    private static void assertSame(RdfGraph read, RdfGraph written) {
        assertThat(read).isEqualTo(written);
        assertThat(read.statements())
                .extracting(Statement::getContext)
                .isEqualTo(
                        written.statements().stream().map(Statement::getContext).toList());
    }

    @Test
    void aRowThatRecursMeansWhatItsEntriesMeanNow() {
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        byte[] row = message().row(2, spo()).array();
        decoder.decodeNext(triplesFrame().array());
        for (int i = 0; i < 5; i++) {
            assertThat(decoder.decodeNext(row).statements().get(0).getSubject()).hasToString("a:1");
        }
        byte[] changed =
                message().row(9, entry(1, "b:1")).append(row).append(row).array();
        byte[] refused = message().append(changed).row(20, message()).array();
        assertThatThrownBy(() -> decoder.decodeNext(refused)).isInstanceOf(MalformedJellyException.class);
        assertThat(decoder.decodeNext(row).statements().get(0).getSubject()).hasToString("a:1");
        for (Statement statement : decoder.decodeNext(changed).statements()) {
            assertThat(statement.getSubject()).hasToString("b:1");
        }
    }

    @Test
    void aRowThatRecursRepeatsTheTermsOfTheRowBefore() {
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        Bytes frame = triplesFrame();
        StringBuilder expected = new StringBuilder();
        StringBuilder read = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            int subject = 1 + i % 3;
            frame.row(
                    2,
                    message().message(1, iri(0, subject)).message(5, iri(0, 2)).message(9, iri(0, 3)));
            frame.row(2, message().message(9, iri(0, 4)));
            expected.append("a:" + subject + " a:3 a:" + subject + " a:4 ");
        }
        decoder.decodeNext(frame.array()).statements().forEach(st -> read.append(st.getSubject())
                .append(' ')
                .append(st.getObject())
                .append(' '));
        assertThat(read.toString()).isEqualTo(expected.toString());
    }

    @Test
    void aRowThatRecursRepeatsASubjectWhoseEntryWasSetAgain() {
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        byte[] rows =
                message().row(2, spo()).row(2, message().message(9, iri(0, 4))).array();
        decoder.decodeNext(triplesFrame().array());
        for (int i = 0; i < 5; i++) {
            decoder.decodeNext(rows);
        }
        byte[] changed = message().row(9, entry(1, "b:1")).append(rows).array();
        assertThat(decoder.decodeNext(changed).statements()).hasSize(2).allSatisfy(st -> assertThat(st.getSubject())
                .hasToString("b:1"));
    }

    @Test
    void aRowThatRecursIsInTheGraphThatIsRepeatedNow() {
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        decoder.decodeNext(quadsFrame().array());
        for (int i = 0; i < 12; i++) {
            int graph = 1 + i % 4;
            byte[] frame = message()
                    .row(3, spo().message(13, iri(0, graph)))
                    .row(3, message().message(1, iri(0, 2)))
                    .row(3, message().message(1, iri(0, 1)))
                    .array();
            assertThat(decoder.decodeNext(frame).statements()).hasSize(3).allSatisfy(st -> assertThat(st.getContext())
                    .hasToString("a:" + graph));
        }
    }
}
