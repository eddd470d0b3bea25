package dev.velella.diff.compare;

import static dev.velella.diff.Rdf.VALUES;
import static dev.velella.diff.Rdf.iri;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.DiffPipe;
import dev.velella.graph.TargetGraph;
import dev.velella.graph.UnfitElementException;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.read.RecurringRows;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.TermCounts;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.junit.jupiter.api.Test;

/**
 * Elements that differ little from the one before come as frames, of which most rows are not read again. The changes must be
 * those of plain sets, whatever happens between two elements.
 */
class RecurringElementsTest {
    private static final JellyOptions STAR = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2);
    private static final int RUNS = 100;
    private static final int ELEMENTS = 40;

    @Test
    void changesAreThoseOfPlainSetsUnderEveryPolicy() {
        for (String policy : List.of("keep", "per-stream", "fixed")) {
            for (String temporal : List.of("keep", "drop")) {
                TargetGraph target = TargetGraph.of(DiffPipe.config(
                                "velella.graph.policy",
                                policy,
                                "velella.temporal.statement",
                                temporal,
                                "velella.graph.fixed",
                                "http://example.org/fixed")
                        .graphSettings());
                for (int seed = 0; seed < RUNS; seed++) {
                    run(seed, target);
                }
            }
        }
    }

    private void run(int seed, TargetGraph target) {
        Random random = new Random(seed);
        boolean onDictionary = random.nextInt(3) > 0;
        JellyGraphEncoder encoder = new JellyGraphEncoder(STAR, Limits.DEFAULT);
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
        GraphComparison comparison = new GraphComparison(target);
        List<Stream> streams = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            streams.add(new Stream("stream" + i, new Random(seed * 31L + i)));
        }
        for (int number = 0; number < ELEMENTS; number++) {
            Stream stream = streams.get(random.nextInt(count));
            RdfGraph element = stream.next();
            if (onDictionary && (number == 0 || random.nextInt(15) == 0)) {
                TermCounts counts = new TermCounts();
                encoder.count(element, counts);
                decoder.readDictionary(encoder.makeDictionary(counts.terms()));
            }
            RdfGraph decoded = onDictionary
                    ? decoder.decodeOnDictionary(encoder.encodeOnDictionary(element), stream.rows)
                    : number % 10 == 0
                            ? decoder.decodeKeyFrame(encoder.encodeKeyFrame(element))
                            : decoder.decodeNext(encoder.encodeNext(element));
            assertThat(decoded.statements()).isEqualTo(element.statements());
            stream.take(element, decoded, target, comparison, random);
        }
    }

    /** A stream, and the graph that it has led to. */
    private final class Stream {
        final String key;
        final Random random;
        final RecurringRows rows = new RecurringRows();
        final List<Statement> statements = new ArrayList<>();
        final boolean hasQuoted;
        int shape;
        int number;
        StreamGraph graph = new StreamGraph();
        Set<Statement> plain = Set.of();
        long hash = GraphHash.EMPTY;

        Stream(String key, Random random) {
            this.key = key;
            this.random = random;
            hasQuoted = random.nextInt(4) == 0; // rows of such elements are read in another way, and not copied
            shape = random.nextInt(3);
            for (int i = 5 + random.nextInt(30); i > 0; i--) {
                statements.add(statement());
            }
        }

        /** The last element with some changes. */
        RdfGraph next() {
            number++;
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                change();
            }
            if (random.nextInt(30) == 0) {
                shape = random.nextInt(3);
            }
            List<Statement> placed = new ArrayList<>();
            IRI name = iri("graph" + (random.nextInt(3) == 0 ? 0 : number));
            for (Statement s : statements) {
                placed.add(place(s, name));
            }
            return RdfGraph.of(placed);
        }

        private Statement place(Statement s, IRI name) {
            if (shape == 0) {
                return VALUES.createStatement(s.getSubject(), s.getPredicate(), s.getObject());
            } else if (shape == 1) {
                return s.getPredicate().getLocalName().equals("p0")
                        ? VALUES.createStatement(name, s.getPredicate(), s.getObject())
                        : VALUES.createStatement(s.getSubject(), s.getPredicate(), s.getObject(), name);
            }
            return s;
        }

        private void change() {
            int size = statements.size();
            int at = random.nextInt(size + 1);
            switch (random.nextInt(size < 2 ? 1 : 9)) {
                case 0 -> statements.add(at, statement());
                case 1 -> statements.remove(at % size);
                case 2 -> Collections.swap(statements, at % size, random.nextInt(size));
                case 3 -> statements.add(at, statements.get(random.nextInt(size)));
                case 4 -> {
                    if (random.nextInt(10) == 0) {
                        Collections.shuffle(statements, random);
                    }
                }
                default -> statements.set(at % size, statement());
            }
        }

        private Statement statement() {
            Resource subject =
                    switch (random.nextInt(hasQuoted ? 8 : 7)) {
                        case 0 -> VALUES.createBNode("b" + random.nextInt(3));
                        case 7 -> VALUES.createTriple(iri("s"), iri("p"), VALUES.createLiteral(random.nextInt(3)));
                        default -> iri("s" + random.nextInt(6));
                    };
            Value object =
                    switch (random.nextInt(hasQuoted ? 9 : 8)) {
                        case 0 -> VALUES.createLiteral("x", random.nextBoolean() ? "en" : "EN");
                        case 1 -> VALUES.createLiteral(random.nextInt(50));
                        case 2 -> VALUES.createLiteral("v" + random.nextInt(50));
                        case 3 -> VALUES.createLiteral("v", iri("unit" + random.nextInt(3)));
                        case 4 -> VALUES.createLiteral("\u00fc" + random.nextInt(3));
                        case 8 -> VALUES.createTriple(iri("s"), iri("p"), VALUES.createLiteral("x", "en"));
                        case 5 -> VALUES.createBNode("b" + random.nextInt(3));
                        default -> iri("o" + random.nextInt(100));
                    };
            IRI predicate = iri("p" + random.nextInt(4));
            int context = random.nextInt(4);
            return context == 0
                    ? VALUES.createStatement(subject, predicate, object)
                    : VALUES.createStatement(subject, predicate, object, iri("c" + context));
        }

        void take(RdfGraph element, RdfGraph decoded, TargetGraph target, GraphComparison comparison, Random events) {
            Set<Statement> next;
            try {
                next = target.statements(key, element);
            } catch (UnfitElementException e) {
                return;
            }
            check(comparison.between(graph, hash, key, decoded), next, events.nextInt(12));
            if (events.nextInt(20) == 0) { // as a mark of a silent stream
                Set<Statement> marked = new HashSet<>(plain);
                marked.add(VALUES.createStatement(iri("mark"), iri("p"), VALUES.createLiteral(number)));
                check(comparison.between(graph, hash, marked), marked, 0);
            }
        }

        private void check(StreamChange change, Set<Statement> next, int event) {
            RollingDiff expected = RollingDiff.between(plain, next);
            assertThat(change.diff().deletes())
                    .hasSameSizeAs(expected.deletes())
                    .hasSameElementsAs(expected.deletes());
            assertThat(change.diff().adds()).hasSameSizeAs(expected.adds()).hasSameElementsAs(expected.adds());
            assertThat(change.hashAfter()).isEqualTo(GraphHash.ofSet(next));
            if (event == 1) {
                return; // as if the patch were too large: the stream stays as it was
            }
            if (event == 2) {
                graph = graph.after(change);
            } else {
                graph.apply(change);
            }
            if (event == 3) {
                graph = StreamGraph.of(List.copyOf(graph.statements())); // as if it came back from the store
            }
            hash = change.hashAfter();
            plain = next;
            assertThat(graph.hash()).isEqualTo(hash);
            assertThat(new HashSet<>(graph.statements())).isEqualTo(next).hasSize(graph.size());
        }
    }
}
