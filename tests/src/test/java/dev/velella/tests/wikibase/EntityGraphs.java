package dev.velella.tests.wikibase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.fixture.WikibaseEvents;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.eclipse.rdf4j.rio.ntriples.NTriplesParser;

/** The graphs of entities that events must lead to, and how those of a store differ from them. */
final class EntityGraphs {
    static final String PREFIX = "http://www.wikidata.org/entity/";
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();

    private final Map<String, Set<Statement>> byName = new TreeMap<>();

    EntityGraphs(WikibaseEvents.Stream stream) {
        stream.triples().forEach((id, triples) -> byName.put(PREFIX + id, parsed(triples)));
    }

    private static Set<Statement> parsed(Set<String> triples) {
        Set<Statement> statements = new HashSet<>();
        NTriplesParser parser = new NTriplesParser();
        parser.setRDFHandler(new StatementCollector(statements));
        try {
            parser.parse(new StringReader(String.join(" .\n", triples) + " .\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return statements;
    }

    int statements() {
        return byName.values().stream().mapToInt(Set::size).sum();
    }

    /** Statements that stand in several graphs. */
    long shared() {
        Set<Statement> all = new HashSet<>();
        byName.values().forEach(all::addAll);
        return statements() - all.size();
    }

    /** Compares the graphs of a store, statement by statement. */
    void check(Collection<Statement> store) {
        assertThat(differences(store)).isEmpty();
    }

    /** The differences, a line each. */
    List<String> differences(Collection<Statement> store) {
        Map<String, Set<Statement>> found = new TreeMap<>();
        for (Statement statement : store) {
            found.computeIfAbsent(String.valueOf(statement.getContext()), name -> new HashSet<>())
                    .add(VALUES.createStatement(
                            statement.getSubject(), statement.getPredicate(), statement.getObject()));
        }
        List<String> differences = new ArrayList<>();
        Set<String> names = new HashSet<>(byName.keySet());
        names.addAll(found.keySet());
        for (String name : names) {
            Set<Statement> expected = byName.getOrDefault(name, Set.of());
            Set<Statement> present = found.getOrDefault(name, Set.of());
            expected.stream().filter(s -> !present.contains(s)).forEach(s -> differences.add(name + " lacks " + s));
            present.stream().filter(s -> !expected.contains(s)).forEach(s -> differences.add(name + " has " + s));
        }
        return differences;
    }
}
