package dev.velella.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.SelfContainedDecoder;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
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
            element = new SelfContainedDecoder(Limits.DEFAULT)
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
    void withItsDictionariesAStreamIsSmallerThanWithKeyFrames(EdgeForm form) {
        DictionaryStream stream = new DictionaryStream(settings(form), null);
        EdgeStream chained = new EdgeStream(settings(form));
        long bytes = 0;
        long chainedBytes = 0;
        for (int n = 0; n < 300; n++) {
            EdgeMessage message = send(stream, graph(n));
            bytes += message.payload().length + message.header().text().length() + EdgeHeader.NAME.length();
            EncodedFrame frame = chained.next(graph(n));
            chainedBytes += frame.value().length + frame.header().toString().length() + "jelly".length();
        }
        bytes += retained.values().stream().mapToInt(payload -> payload.length).sum();
        System.out.println(form + " " + bytes / 300 + " " + chainedBytes / 300 + " "
                + retained.values().stream().map(b -> b.length).toList());
        assertThat(bytes).isLessThan(chainedBytes);
    }
}
