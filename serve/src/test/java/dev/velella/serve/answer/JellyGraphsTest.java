package dev.velella.serve.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionaryEncoder;
import dev.velella.dictionary.DictionaryFrame;
import dev.velella.jelly.JellyEncoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StreamElement;
import dev.velella.serve.state.StoredGraph;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

/** Stored frames, whatever they build on, are one stream of Jelly. */
class JellyGraphsTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int GRAPHS = 300;

    @Test
    void graphsOnSeveralDictionariesAndKeyFramesAreOneStreamInAnyOrder() throws Exception {
        Random random = new Random(17);
        List<DictionaryEncoder> encoders = List.of(encoder(true), encoder(true), encoder(false));
        List<StoredGraph> stored = new ArrayList<>();
        List<RdfGraph> graphs = new ArrayList<>();
        for (int i = 0; i < GRAPHS; i++) {
            int which = random.nextInt(encoders.size());
            RdfGraph graph = graph(which, i, random.nextInt(10) == 0);
            graphs.add(graph);
            stored.add(stored(encoders.get(which), graph, i));
        }
        assertThat(stored.stream().map(StoredGraph::dictionary).distinct()).hasSize(3);

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JellyGraphs writer = new JellyGraphs(true);
        for (StoredGraph graph : stored) {
            writer.write(graph, out);
        }
        Set<String> labels = new HashSet<>();
        try (JellyStreamReader reader =
                new JellyStreamReader(new ByteArrayInputStream(out.toByteArray()), VALUES, Limits.DEFAULT)) {
            for (int i = 0; i < GRAPHS; i++) {
                RdfGraph read = reader.next();
                assertThat(new String(reader.metadata().get("key"), StandardCharsets.UTF_8))
                        .isEqualTo("key" + i);
                assertThat(reader.metadata().get("offset"))
                        .asString(StandardCharsets.UTF_8)
                        .isEqualTo("0-" + i);
                if (stored.get(i).blankNodes()) {
                    assertThat(read.statements()).hasSameSizeAs(graphs.get(i).statements());
                    Resource node = read.statements().get(0).getSubject();
                    assertThat(labels.add(node.stringValue()))
                            .as("labels stay apart")
                            .isTrue();
                } else {
                    assertThat(read.statements()).isEqualTo(graphs.get(i).statements());
                }
            }
            assertThat(reader.next()).isNull();
        }
    }

    @SuppressWarnings("unchecked") // it is given graphs only
    private static DictionaryEncoder encoder(boolean stores) {
        return new DictionaryEncoder(
                ElementKind.GRAPH,
                kind -> (JellyEncoder<StreamElement>)
                        (JellyEncoder<?>) new JellyGraphEncoder(StoredGraph.OPTIONS, Limits.DEFAULT),
                dictionary -> stores,
                System::nanoTime);
    }

    private static StoredGraph stored(DictionaryEncoder encoder, RdfGraph graph, int number) {
        DictionaryFrame written = encoder.encode(graph);
        Dictionary dictionary = written.dictionary();
        byte[] frame = dictionary == null
                ? new JellyGraphEncoder(StoredGraph.OPTIONS, Limits.DEFAULT).encodeKeyFrame(graph)
                : written.value();
        boolean blank = graph.statements().get(0).getSubject().isBNode();
        return new StoredGraph("key" + number, 0, number, 1, 7, -1, false, blank, dictionary, frame);
    }

    /** A graph with terms of its kind, and terms of its own. */
    private static RdfGraph graph(int kind, int number, boolean blank) {
        String space = "http://example.org/" + kind + "/";
        Resource subject = blank ? VALUES.createBNode("b") : VALUES.createIRI(space + "own/" + number);
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            statements.add(VALUES.createStatement(
                    subject,
                    VALUES.createIRI(space + "property/" + i),
                    i % 2 == 0
                            ? VALUES.createLiteral(number + i)
                            : VALUES.createIRI("http://example.org/common/", "value" + number % 7),
                    VALUES.createIRI("urn:velella:stream:key" + number)));
        }
        return RdfGraph.of(statements);
    }
}
