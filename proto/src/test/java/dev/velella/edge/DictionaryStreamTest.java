package dev.velella.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.velella.frame.SelfContainedDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DictionaryStreamTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** What the broker retains, by name. */
    private final Map<Long, byte[]> retained = new HashMap<>();

    private boolean brokerTakes = true;

    private static IRI iri(String name) {
        return VALUES.createIRI("http://example.org/" + name);
    }

    /** Graph number n: a sensor description that stays, one reading that is new each time, and one of seven states. */
    private static RdfGraph graph(int n) {
        IRI name = iri("observation/" + n);
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            statements.add(VALUES.createStatement(iri("sensor/" + i), iri("p" + i % 4), iri("place/" + i), name));
            statements.add(
                    VALUES.createStatement(iri("sensor/" + i), iri("value"), VALUES.createLiteral(n * 31 + i), name));
        }
        statements.add(VALUES.createStatement(iri("sensor/1"), iri("state"), iri("state" + n % 7), name));
        statements.add(VALUES.createStatement(name, iri("at"), VALUES.createLiteral("t" + n)));
        return RdfGraph.of(statements);
    }

    /** Publishes what the stream offers, as a client does. */
    private EdgeMessage send(DictionaryStream stream, RdfGraph graph) {
        EdgeMessage message = stream.next(graph);
        stream.offer().ifPresent(payload -> {
            if (brokerTakes) {
                retained.put(EdgeDictionary.nameOf(payload), payload);
                stream.published();
            } else {
                stream.failed();
            }
        });
        return message;
    }

    private Set<Statement> read(EdgeMessage message) {
        long name = message.header().dictionary();
        StreamElement element;
        Set<Statement> statements = new HashSet<>();
        if (name == EdgeHeader.NONE) {
            element = new SelfContainedDecoder(LightValueFactory.getInstance(), Limits.DEFAULT)
                    .decode(message.header().kind(), message.payload());
        } else {
            assertThat(retained).containsKey(name);
            EdgeDictionary dictionary =
                    EdgeDictionary.read(retained.get(name), LightValueFactory.getInstance(), Limits.DEFAULT);
            statements.addAll(dictionary.base());
            element = dictionary.decode(message.payload());
        }
        if (element instanceof RdfGraph graph) {
            return new HashSet<>(graph.statements());
        }
        RdfPatch patch = (RdfPatch) element;
        for (PatchOperation operation : patch.operations()) {
            if (operation instanceof PatchOperation.Add add) {
                assertThat(statements.add(add.statement())).isTrue();
            } else if (operation instanceof PatchOperation.Delete delete) {
                assertThat(statements.remove(delete.statement())).isTrue();
            }
        }
        return new HashSet<>(GraphName.renamed(
                statements, GraphName.STEADY, GraphName.in(patch).orElseThrow()));
    }

    private static Set<Statement> statements(int n) {
        return new HashSet<>(graph(n).statements());
    }

    private static EdgeSettings settings(EdgeForm form) {
        return EdgeSettings.DEFAULT.withForm(form);
    }

    @ParameterizedTest
    @EnumSource
    void everyMessageIsReadByItselfInAnyOrder(EdgeForm form) {
        DictionaryStream stream = new DictionaryStream(settings(form), null);
        List<EdgeMessage> messages = new ArrayList<>();
        for (int n = 0; n < 300; n++) {
            messages.add(send(stream, graph(n)));
        }
        List<Integer> order = new ArrayList<>(IntStream.range(0, 300).boxed().toList());
        Collections.shuffle(order, new Random(1));
        for (int n : order) {
            assertThat(read(messages.get(n))).isEqualTo(statements(n));
            assertThat(messages.get(n).header().sequence()).isEqualTo(n);
        }
        assertThat(messages.stream().filter(message -> message.header().dictionary() == EdgeHeader.NONE))
                .as("stand alone, because the broker had no dictionary yet")
                .hasSize(1);
        assertThat(retained).hasSizeBetween(1, 3);
    }

    @ParameterizedTest
    @EnumSource
    void withItsDictionariesAStreamIsAPartOfTheGraphsAlone(EdgeForm form) {
        DictionaryStream stream = new DictionaryStream(settings(form), null);
        JellyGraphEncoder alone = new JellyGraphEncoder(JellyOptions.TOPIC, StatementOrder.DENSE, Limits.DEFAULT);
        long bytes = 0;
        long aloneBytes = 0;
        for (int n = 0; n < 300; n++) {
            EdgeMessage message = send(stream, graph(n));
            bytes += message.payload().length + message.header().text().length() + EdgeHeader.NAME.length();
            aloneBytes += alone.encode(graph(n)).length;
        }
        bytes += retained.values().stream().mapToInt(payload -> payload.length).sum();
        assertThat((double) bytes / aloneBytes)
                .as("bytes with all dictionaries, in parts of the bytes of self-contained graphs")
                .isLessThan(form == EdgeForm.GRAPHS ? 0.71 : 0.5);
    }

    @Test
    void aDictionaryThatChangesLittleIsPublishedOnce() {
        DictionaryStream stream = new DictionaryStream(settings(EdgeForm.GRAPHS), null);
        for (int n = 0; n < 2_000; n++) {
            send(stream, graph(n));
        }
        assertThat(retained).hasSize(1);
    }

    /** Every twentieth message changes a statement for good, so there is always a base that is a little better. */
    @Test
    void aBetterDictionaryIsOfferedWhenItPaysAndNotBefore() {
        DictionaryStream stream = new DictionaryStream(settings(EdgeForm.CHANGES), null);
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            statements.add(VALUES.createStatement(iri("sensor/" + i), iri("at"), iri("place/" + i)));
        }
        int messages = 1_000;
        for (int n = 0; n < messages; n++) {
            if (n % 20 == 0) {
                int i = n / 20 % 40;
                statements.set(i, VALUES.createStatement(iri("sensor/" + i), iri("at"), iri("room/" + n)));
            }
            send(stream, RdfGraph.of(statements));
        }
        assertThat(retained).hasSizeBetween(3, messages / 20);
    }

    @Test
    void whenTheGraphsBecomeOthersThereIsABetterDictionarySoon() {
        DictionaryStream stream = new DictionaryStream(settings(EdgeForm.CHANGES), null);
        for (int n = 0; n < 500; n++) {
            send(stream, graph(n));
        }
        int before = retained.size();
        int largest = 0;
        int last = 0;
        for (int n = 0; n < 500; n++) {
            RdfGraph moved = RdfGraph.of(GraphName.renamed(graph(n).statements(), iri("sensor/1"), iri("moved")));
            List<Statement> statements = new ArrayList<>();
            for (Statement s : moved.statements()) {
                statements.add(VALUES.createStatement(
                        iri("new/" + s.getSubject().stringValue().hashCode()),
                        s.getPredicate(),
                        s.getObject(),
                        s.getContext()));
            }
            last = send(stream, RdfGraph.of(statements)).payload().length;
            largest = Math.max(largest, last);
        }
        assertThat(retained).hasSizeGreaterThan(before);
        assertThat(last).isLessThan(largest * 3 / 4);
    }

    @ParameterizedTest
    @EnumSource
    void whileTheBrokerTakesNoDictionaryMessagesStandAlone(EdgeForm form) {
        brokerTakes = false;
        DictionaryStream stream = new DictionaryStream(settings(form), null);
        int offers = 0;
        for (int n = 0; n < 250; n++) {
            EdgeMessage message = stream.next(graph(n));
            if (stream.offer().isPresent()) {
                offers++;
                stream.failed();
            }
            assertThat(message.header().dictionary()).isEqualTo(EdgeHeader.NONE);
            assertThat(read(message)).isEqualTo(statements(n));
        }
        assertThat(offers).as("a further one after each hundred messages").isEqualTo(3);
        brokerTakes = true;
        for (int n = 250; n < 402; n++) {
            send(stream, graph(n));
        }
        assertThat(read(send(stream, graph(402)))).isEqualTo(statements(402));
        assertThat(stream.current()).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void aDeviceThatStartsAgainUsesTheDictionaryThatItKept(EdgeForm form) {
        DictionaryStream first = new DictionaryStream(settings(form), null);
        for (int n = 0; n < 100; n++) {
            send(first, graph(n));
        }
        byte[] kept = first.current().orElseThrow();
        DictionaryStream second = new DictionaryStream(settings(form), kept);
        for (int n = 100; n < 110; n++) {
            EdgeMessage message = second.next(graph(n));
            assertThat(message.header().dictionary()).isEqualTo(EdgeDictionary.nameOf(kept));
            assertThat(message.payload()).isEqualTo(first.next(graph(n)).payload());
            assertThat(read(message)).isEqualTo(statements(n));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDictionaryOfOtherSettingsOrOfOtherBytesIsMadeAnew(EdgeForm form) {
        DictionaryStream first = new DictionaryStream(settings(form), null);
        send(first, graph(0));
        byte[] kept = first.current().orElseThrow();
        EdgeForm otherForm = form == EdgeForm.GRAPHS ? EdgeForm.CHANGES : EdgeForm.GRAPHS;
        assertThat(new DictionaryStream(settings(otherForm), kept).current()).isEmpty();
        for (int i = 0; i < kept.length; i++) {
            byte[] cut = Arrays.copyOf(kept, i);
            byte[] changed = kept.clone();
            changed[i] ^= 4;
            for (byte[] wrong : List.of(cut, changed)) {
                DictionaryStream second = new DictionaryStream(settings(form), wrong);
                // Other letters in an entry make another dictionary, which is right by itself.
                second.current().ifPresent(payload -> retained.put(EdgeDictionary.nameOf(payload), payload));
                assertThat(read(second.next(graph(1)))).isEqualTo(statements(1));
            }
        }
    }

    @Test
    void aGraphThatDoesNotFitBesideTheDictionaryStandsAlone() {
        EdgeSettings d = EdgeSettings.DEFAULT;
        DictionaryStream stream = new DictionaryStream(
                new EdgeSettings(d.form(), null, d.dictionaryExpiry(), new TableSizes(8, 8, 8), false, d.topicPrefix()),
                null);
        send(stream, graph(0));
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Resource subject = i == 0 ? SimpleValueFactory.getInstance().createBNode("b") : iri("other" + i);
            statements.add(
                    VALUES.createStatement(subject, iri("p"), VALUES.createTriple(iri("q"), iri("q"), iri("q"))));
        }
        RdfGraph refused = RdfGraph.of(statements);
        assertThatExceptionOfType(MalformedJellyException.class).isThrownBy(() -> stream.next(refused));
        List<Statement> many = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            many.add(VALUES.createStatement(iri("a" + i), iri("b" + i), iri("c" + i)));
        }
        EdgeMessage alone = stream.next(RdfGraph.of(many));
        assertThat(alone.header())
                .isEqualTo(new EdgeHeader(
                        ElementKind.GRAPH, EdgeHeader.NONE, alone.header().writer(), 1));
        assertThat(read(alone)).isEqualTo(new HashSet<>(many));
    }
}
