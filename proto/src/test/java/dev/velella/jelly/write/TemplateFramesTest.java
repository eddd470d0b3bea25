package dev.velella.jelly.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.OpenTerm;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StatementTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A frame of a filled template is, byte for byte, the frame of its statements, also if it is made of an earlier frame. */
class TemplateFramesTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final StatementTable TABLES = new StatementTable();

    /** Sizes of tables: so small that templates do not fit, and so large that all do. */
    private static final class StatementTable {
        TableSizes random(SplittableRandom random) {
            return switch (random.nextInt(6)) {
                case 0 -> new TableSizes(8, 4, 2);
                case 1 -> new TableSizes(24, 0, 4);
                case 2 -> new TableSizes(40, 8, 2);
                case 3 -> TableSizes.SMALL;
                default -> TableSizes.BIG;
            };
        }
    }

    /** Terms of a small world: equal ones come again, as constants and as values. */
    private static final class World {
        private static final String[] PREFIXES = {
            "http://example.org/", "http://example.org/a/", "http://example.org/ns#", "urn:x:", "http://ü.example/ä#"
        };
        private static final String[] LABELS = {
            "", "1", "2", "a", "Grüße", "x".repeat(200), "\uD83D\uDE00", "long ".repeat(30)
        };
        private static final IRI OTHER = VALUES.createIRI("http://example.org/dt#a");

        final SplittableRandom random;

        World(SplittableRandom random) {
            this.random = random;
        }

        IRI iri() {
            String prefix = PREFIXES[random.nextInt(PREFIXES.length)];
            return VALUES.createIRI(
                    prefix + (random.nextInt(8) == 0 ? "v" + random.nextInt(100_000) : "n" + random.nextInt(12)));
        }

        Literal literal(int kind) {
            String label = random.nextInt(4) == 0 ? "v" + random.nextInt(1000) : LABELS[random.nextInt(LABELS.length)];
            return switch (kind) {
                case 0 -> VALUES.createLiteral(label);
                case 1 -> VALUES.createLiteral(label, "en");
                case 2 -> VALUES.createLiteral(label, "EN");
                case 3 -> VALUES.createLiteral(label, XSD.DOUBLE);
                case 4 -> VALUES.createLiteral(label, XSD.DATETIME);
                default -> VALUES.createLiteral(label, OTHER);
            };
        }

        Resource resource() {
            return switch (random.nextInt(8)) {
                case 0 -> VALUES.createBNode("b" + random.nextInt(3));
                case 1 -> VALUES.createTriple(iri(), iri(), random.nextBoolean() ? iri() : literal(random.nextInt(6)));
                default -> iri();
            };
        }
    }

    /** A template, the kind of each open term, and the namespaces of its graphs. */
    private static final class Sample {
        final World world;
        final StatementTemplate template;
        final @Nullable Value[] constants;
        final int[] kinds;
        final Value[] values;
        final Map<String, String> namespaces = new HashMap<>();

        Sample(World world) {
            this.world = world;
            SplittableRandom random = world.random;
            List<Integer> iris = new ArrayList<>();
            List<Integer> resources = new ArrayList<>();
            List<Integer> contexts = new ArrayList<>();
            Set<Value> constant = new LinkedHashSet<>();
            int openIris = random.nextInt(5);
            int openLiterals = random.nextInt(5);
            for (int i = 0; i < 4 + random.nextInt(8); i++) {
                constant.add(world.iri());
            }
            for (int i = 0; i < random.nextInt(5); i++) {
                constant.add(random.nextBoolean() ? world.resource() : world.literal(random.nextInt(6)));
            }
            List<Value> all = new ArrayList<>(constant);
            constants = new Value[all.size() + openIris + openLiterals];
            kinds = new int[constants.length];
            for (int i = 0; i < constants.length; i++) {
                boolean isConstant = i < all.size();
                constants[i] = isConstant ? all.get(i) : null;
                kinds[i] = i < all.size() + openIris ? -1 : random.nextInt(6);
                if (!isConstant && kinds[i] < 0 || isConstant && all.get(i).isIRI()) {
                    iris.add(i);
                    contexts.add(i);
                }
                if (!isConstant && kinds[i] < 0 || isConstant && all.get(i).isResource()) {
                    resources.add(i);
                }
                if (isConstant && all.get(i).isBNode()) {
                    contexts.add(i);
                }
            }
            int rows = random.nextInt(25);
            int[] places = new int[rows * 4];
            for (int row = 0; row < rows; row++) {
                // Terms often are those of the row before, as in real graphs.
                boolean isFirst = row == 0;
                places[row * 4] = place(isFirst, places, row * 4 - 4, resources);
                places[row * 4 + 1] = place(isFirst, places, row * 4 - 3, iris);
                places[row * 4 + 2] =
                        isFirst || random.nextInt(4) > 0 ? random.nextInt(constants.length) : places[row * 4 - 2];
                places[row * 4 + 3] = random.nextInt(5) == 0
                        ? StatementTemplate.DEFAULT_GRAPH
                        : place(isFirst, places, row * 4 - 1, contexts);
            }
            values = new Value[constants.length];
            OpenTerm[] open = new OpenTerm[constants.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = constants[i] == null ? value(kinds[i]) : constants[i];
                if (constants[i] == null) {
                    open[i] = values[i] instanceof Literal literal ? OpenTerm.like(literal) : OpenTerm.ANY_IRI;
                }
            }
            template = new StatementTemplate(constants, open, places);
            for (int i = 0; i < random.nextInt(3); i++) {
                namespaces.put("p" + i, World.PREFIXES[random.nextInt(World.PREFIXES.length)]);
            }
        }

        private int place(boolean isFirst, int[] places, int before, List<Integer> from) {
            return isFirst || world.random.nextInt(3) == 0
                    ? from.get(world.random.nextInt(from.size()))
                    : places[before] == StatementTemplate.DEFAULT_GRAPH ? from.get(0) : places[before];
        }

        Value value(int kind) {
            return kind < 0 ? world.iri() : world.literal(kind);
        }

        /** The next graph: some values are new, most are those of the graph before. */
        RdfGraph next() {
            SplittableRandom random = world.random;
            for (int i = 0; i < values.length; i++) {
                if (constants[i] == null && random.nextInt(3) == 0) {
                    values[i] = value(kinds[i]);
                    boolean isUsedAsIri = kinds[i] < 0;
                    if (isUsedAsIri && random.nextInt(4) == 0) {
                        Value other = constants[random.nextInt(constants.length)];
                        values[i] = other != null && other.isIRI() ? other : values[i];
                    }
                }
            }
            return new RdfGraph(template.fill(values.clone()), namespaces);
        }
    }

    private static RdfGraph plain(RdfGraph graph) {
        return new RdfGraph(new ArrayList<>(graph.statements()), graph.namespaces());
    }

    private static Object frame(JellyGraphEncoder encoder, RdfGraph graph) {
        try {
            return encoder.encodeOnDictionary(graph);
        } catch (MalformedJellyException e) {
            return e.getMessage();
        }
    }

    private static DictionaryTerms terms(JellyGraphEncoder encoder, Sample sample, int graphs) {
        TermCounts counts = new TermCounts();
        for (int i = 0; i < graphs; i++) {
            encoder.count(sample.next(), counts);
        }
        return counts.terms();
    }

    @Test
    void framesOfTemplatesAreThoseOfTheirStatements() {
        int frames = 0;
        int refused = 0;
        for (int seed = 0; seed < 3_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            boolean star = random.nextInt(8) > 0;
            JellyOptions options = new JellyOptions(PhysicalType.QUADS, TABLES.random(random), star, 2);
            JellyGraphEncoder encoder = new JellyGraphEncoder(options, Limits.DEFAULT);
            JellyGraphEncoder ordinary = new JellyGraphEncoder(options, Limits.DEFAULT);
            Sample sample = new Sample(new World(random));
            Sample other = new Sample(new World(random));
            for (int turn = 0; turn < 2; turn++) {
                DictionaryTerms terms = terms(encoder, random.nextInt(4) == 0 ? other : sample, 1 + random.nextInt(3));
                byte[] dictionary = encoder.makeDictionary(terms);
                assertThat(ordinary.makeDictionary(terms)).isEqualTo(dictionary);
                JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
                decoder.readDictionary(dictionary);
                for (int i = 0; i < 24; i++) {
                    RdfGraph graph = random.nextInt(6) == 0 ? other.next() : sample.next();
                    Object expected = frame(ordinary, plain(graph));
                    Object actual = frame(encoder, graph);
                    assertThat(actual)
                            .as("seed %d, frame %d of turn %d", seed, i, turn)
                            .isEqualTo(expected);
                    if (actual instanceof byte[] frame) {
                        frames++;
                        assertThat(decoder.decodeOnDictionary(frame).statements())
                                .as("seed %d", seed)
                                .isEqualTo(graph.statements());
                    } else {
                        refused++;
                    }
                }
            }
        }
        assertThat(frames).isGreaterThan(100_000);
        assertThat(refused).isGreaterThan(1_000);
    }

    /** The dense order of a template is that of its first graph. The frame is that of its statements in this order, and holds all of them. */
    @Test
    void templatesInDenseOrderLoseNothing() {
        int reordered = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            JellyOptions options = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2);
            JellyGraphEncoder encoder = new JellyGraphEncoder(options, StatementOrder.DENSE, Limits.DEFAULT);
            JellyGraphEncoder ordinary = new JellyGraphEncoder(options, Limits.DEFAULT);
            JellyGraphEncoder plain = new JellyGraphEncoder(options, StatementOrder.DENSE, Limits.DEFAULT);
            Sample sample = new Sample(new World(random));
            Sample other = new Sample(new World(random));
            DictionaryTerms terms = terms(ordinary, sample, 1 + random.nextInt(3));
            byte[] dictionary = encoder.makeDictionary(terms);
            ordinary.makeDictionary(terms);
            plain.makeDictionary(terms);
            Set<Object> seen = new HashSet<>();
            JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
            decoder.readDictionary(dictionary);
            for (int i = 0; i < 12; i++) {
                RdfGraph graph = random.nextInt(6) == 0 ? other.next() : sample.next();
                byte[] frame = encoder.encodeOnDictionary(graph);
                List<Statement> read =
                        decoder.decodeOnDictionary(frame).statements().stream().toList();
                assertThat(read)
                        .as("seed %d, frame %d", seed, i)
                        .containsExactlyInAnyOrderElementsOf(graph.statements());
                assertThat(ordinary.encodeOnDictionary(new RdfGraph(read, graph.namespaces())))
                        .as("seed %d, frame %d", seed, i)
                        .isEqualTo(frame);
                if (seen.add(((FilledStatements) graph.statements()).template())) {
                    assertThat(plain.encodeOnDictionary(plain(graph))).isEqualTo(frame);
                }
                reordered += read.equals(graph.statements()) ? 0 : 1;
            }
        }
        assertThat(reordered).isGreaterThan(1_000);
    }

    /** How often a frame is made of an earlier one. */
    private static int known(GraphFrameWriter writer, Sample sample, int graphs) {
        int known = 0;
        for (int i = 0; i < graphs; i++) {
            RdfGraph graph = sample.next();
            FilledStatements values = (FilledStatements) graph.statements();
            TemplateShape shape = writer.frames().templates().look(values, graph.namespaces());
            known += shape != null && shape.frame() != null ? 1 : 0;
            writer.frames().rows().cutBack();
            writer.writeOnDictionary(graph);
        }
        return known;
    }

    @Test
    void aTemplateTakesNoValueOfAnotherKind() {
        IRI iri = VALUES.createIRI("urn:x");
        Literal english = VALUES.createLiteral("x", "en");
        StatementTemplate template = new StatementTemplate(
                new Value[] {iri, null, null},
                new OpenTerm[] {null, OpenTerm.ANY_IRI, OpenTerm.like(english)},
                new int[] {1, 0, 2, StatementTemplate.DEFAULT_GRAPH});
        assertThat(template.fill(new Value[] {iri, iri, english})).hasSize(1);
        for (Value[] wrong : new Value[][] {
            {VALUES.createIRI("urn:x"), iri, english},
            {iri, VALUES.createBNode(), english},
            {iri, null, english},
            {iri, iri, iri},
            {iri, iri, VALUES.createLiteral("x", "EN")},
            {iri, iri, VALUES.createLiteral("x")},
            {iri, iri}
        }) {
            assertThatIllegalArgumentException().isThrownBy(() -> template.fill(wrong));
        }
    }

    @Test
    void mostFramesAreMadeOfEarlierOnes() {
        int known = 0;
        for (int seed = 0; seed < 100; seed++) {
            Sample sample = new Sample(new World(new SplittableRandom(seed)));
            JellyOptions options = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2);
            GraphFrameWriter writer = new GraphFrameWriter(options, Limits.DEFAULT);
            writer.frames().dictionary(terms(new JellyGraphEncoder(options, Limits.DEFAULT), sample, 3));
            known += known(writer, sample, 100);
        }
        assertThat(known).isGreaterThan(4_000);
    }
}
