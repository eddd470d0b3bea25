package dev.velella.diff.blank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.WeatherGenerator;
import dev.velella.diff.WeatherGenerator.Element;
import dev.velella.diff.compare.RollingDiff;
import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.eclipse.rdf4j.rio.nquads.NQuadsParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The weather streams with results that are blank nodes, under new labels in every element. Their patches must be those
 * of the same streams with results that have names, put for the nodes once and for all.
 */
class WeatherBlankNodesTest {
    private static final String RESULT_OF = "http://www.w3.org/ns/sosa/isResultOf";

    /** One stream: its last graph, its ids, and the name that stands for each of its nodes. */
    private static final class Stream {
        final StableIds ids;
        Set<Statement> state = Set.of();
        final Map<String, IRI> names = new HashMap<>();

        Stream(String station) {
            ids = new StableIds(station, 0);
        }

        RollingDiff step(Set<Statement> next) {
            Aligned aligned = BlankNodeMatching.align(state, next, ids, 100_000);
            assertThat(aligned.limited()).isFalse();
            RollingDiff diff = RollingDiff.between(state, aligned.statementSet());
            state = aligned.statementSet();
            return diff;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--seed 1 --elements 60",
                "--seed 7 --elements 90 --stations 3",
                "--seed 3 --elements 120 --stations 2 --dup-prob 0.2 --late-prob 0.2"
            })
    void patchesAreThoseOfTheStreamWithNames(String arguments) throws Exception {
        List<Element> elements = WeatherGenerator.elements(arguments + " --bnodes");
        List<String> expected = WeatherGenerator.patches(arguments);
        assertThat(expected).hasSameSizeAs(elements);
        Map<String, Stream> streams = new HashMap<>();
        long changes = 0;
        for (int i = 0; i < elements.size(); i++) {
            Stream stream = streams.computeIfAbsent(elements.get(i).station(), Stream::new);
            RollingDiff diff = stream.step(triples(elements.get(i).nquads()));
            if (stream.names.isEmpty()) {
                name(stream);
            } else {
                changes += diff.adds().size() + diff.deletes().size();
            }
            assertThat(named(diff.deletes(), stream.names)).isEqualTo(rows(expected.get(i), "D "));
            assertThat(named(diff.adds(), stream.names)).isEqualTo(rows(expected.get(i), "A "));
        }
        assertThat(changes / (double) elements.size()).isBetween(10.0, 24.0);
        assertThat(streams.values()).allMatch(stream -> stream.ids.counter() == 9);
    }

    /** A result is named like its observation. */
    private static void name(Stream stream) {
        for (Statement st : stream.state) {
            if (st.getPredicate().stringValue().equals(RESULT_OF)) {
                String observation = st.getObject().stringValue();
                stream.names.put(
                        ((BNode) st.getSubject()).getID(),
                        Graphs.VALUES.createIRI(observation.replace("pilot2_rdf/obs/", "pilot2_rdf/result/")));
            }
        }
        assertThat(stream.names).hasSize(9);
    }

    private static Set<Statement> named(List<Statement> statements, Map<String, IRI> names) {
        Set<Statement> named = new HashSet<>();
        for (Statement st : statements) {
            named.add(Graphs.VALUES.createStatement(
                    (Resource) named(st.getSubject(), names), st.getPredicate(), named(st.getObject(), names)));
        }
        return named;
    }

    private static Value named(Value term, Map<String, IRI> names) {
        return term instanceof BNode node ? names.get(node.getID()) : term;
    }

    private static Set<Statement> rows(String patch, String operation) throws IOException {
        return new HashSet<>(parsed(WeatherGenerator.rows(patch, operation)));
    }

    private static Set<Statement> triples(String nquads) throws IOException {
        Set<Statement> triples = new LinkedHashSet<>();
        for (Statement st : parsed(nquads)) {
            if (st.getContext() != null) {
                triples.add(Graphs.VALUES.createStatement(st.getSubject(), st.getPredicate(), st.getObject()));
            }
        }
        return triples;
    }

    private static List<Statement> parsed(String nquads) throws IOException {
        StatementCollector collector = new StatementCollector();
        NQuadsParser parser = new NQuadsParser();
        parser.setPreserveBNodeIDs(true);
        parser.setRDFHandler(collector);
        parser.parse(new StringReader(nquads), "");
        return List.copyOf(collector.getStatements());
    }
}
