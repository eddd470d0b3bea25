package dev.velella.view.sparql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.blank.GraphIsomorphism;
import dev.velella.view.View;
import dev.velella.view.ViewEngine;
import dev.velella.view.ViewSet;
import dev.velella.view.W3cArchive;
import dev.velella.view.answer.AnswerFailedException;
import dev.velella.view.answer.ViewAnswer;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.StreamData;
import dev.velella.view.definition.ColumnType;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewKind;
import dev.velella.view.definition.ViewRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.GraphQuery;
import org.eclipse.rdf4j.query.GraphQueryResult;
import org.eclipse.rdf4j.query.MalformedQueryException;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.query.QueryLanguage;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.query.parser.ParsedBooleanQuery;
import org.eclipse.rdf4j.query.parser.ParsedGraphQuery;
import org.eclipse.rdf4j.query.parser.sparql.SPARQLParser;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.repository.sail.SailRepositoryConnection;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The W3C's tests of SPARQL 1.1 as standing queries. The data of each test are added and removed statement by statement,
 * in random order. The view is asked as the app asks it: only if a change touches it. After every step its answer is what
 * RDF4J answers from a store. Queries that are refused are those that {@code docs/view-language.md} lists.
 */
class StandingQueriesTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String MF = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
    private static final String QT = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#";
    private static final Path PAGE = Path.of("../docs/view-language.md");

    /** Steps of all queries together. */
    private static final long STEPS = Long.getLong("velella.views.steps", 2_000);

    private final W3cArchive archive = new W3cArchive("sparql11-tests.tar.gz");
    private final Random random = new Random(Long.getLong("velella.views.seed", 1));
    private final Map<Refusal, Set<String>> refused = new TreeMap<>();
    private long steps;
    private long asked;

    /** A query and its data. */
    private record Case(String name, String query, List<Statement> data) {}

    private List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (String file : archive.names()) {
            if (!file.endsWith("/manifest.ttl")) {
                continue;
            }
            String folder = file.replaceFirst(".*/([^/]*)/manifest.ttl", "$1");
            Model manifest = archive.model(file);
            for (Resource test : manifest.filter(null, null, VALUES.createIRI(MF + "QueryEvaluationTest"))
                    .subjects()) {
                Resource action = Models.objectResource(manifest.filter(test, VALUES.createIRI(MF + "action"), null))
                        .orElseThrow();
                String query = object(manifest, action, "query").get(0).stringValue();
                Set<Statement> data = new LinkedHashSet<>();
                object(manifest, action, "data").forEach(each -> data.addAll(archive.model(each.stringValue())));
                for (Value each : object(manifest, action, "graphData")) {
                    if (each instanceof IRI graph) {
                        archive.model(graph.stringValue())
                                .forEach(one -> data.add(VALUES.createStatement(
                                        one.getSubject(), one.getPredicate(), one.getObject(), graph)));
                    }
                }
                cases.add(new Case(
                        folder + "/" + test.stringValue().replaceFirst(".*#", ""),
                        "BASE <" + query + ">\n" + archive.text(query),
                        List.copyOf(data)));
            }
        }
        return cases;
    }

    private static List<Value> object(Model manifest, Resource action, String name) {
        return List.copyOf(
                manifest.filter(action, VALUES.createIRI(QT + name), null).objects());
    }

    @Test
    void everyViewEqualsTheAnswerOfTheEngineAfterEveryStep() throws IOException {
        List<Case> cases = cases();
        assertThat(cases).hasSizeGreaterThan(300);
        int views = 0;
        List<String> wrong = new ArrayList<>();
        for (Case each : cases) {
            try {
                View view = view(each);
                views++;
                run(each, view, Math.max(4, STEPS / cases.size()));
            } catch (ViewRefusedException e) {
                refused.computeIfAbsent(e.reason(), none -> new LinkedHashSet<>())
                        .add(each.name());
            } catch (AssertionError e) {
                wrong.add(each.name() + ": " + e.getMessage());
            }
        }
        System.out.println(cases.size() + " queries, " + views + " views, " + steps + " steps, asked " + asked
                + ", refused " + refused);
        assertThat(wrong).isEmpty();
        assertThat(steps).isGreaterThanOrEqualTo(STEPS / 2);
        checkPage(cases.size(), views);
    }

    /** A view of the query; rows have all variables as key. */
    private static View view(Case each) {
        String text = each.query();
        ViewKind kind = text.toUpperCase(Locale.ROOT).contains("CONSTRUCT") ? ViewKind.CONSTRUCT : ViewKind.SELECT;
        List<String> key = List.of("x");
        try {
            var parsed = new SPARQLParser().parseQuery(text, null);
            kind = parsed instanceof ParsedGraphQuery ? ViewKind.CONSTRUCT : ViewKind.SELECT;
            if (!(parsed instanceof ParsedGraphQuery) && !(parsed instanceof ParsedBooleanQuery)) {
                key = List.copyOf(parsed.getTupleExpr().getBindingNames());
            }
        } catch (MalformedQueryException e) {
            // the view refuses it, and says so
        }
        if (kind == ViewKind.CONSTRUCT) {
            key = List.of();
        }
        Map<String, ColumnType> columns = new HashMap<>();
        ViewDefinition definition =
                new ViewDefinition("w3c", kind, "query", text, key, columns, List.of(), 60_000, 1_000_000);
        return ViewSet.compile(List.of(definition), StaticData.NONE, 1).views().get(0);
    }

    private void run(Case each, View view, long most) {
        ViewSet set = ViewSet.compile(List.of(view.definition()), StaticData.NONE, 1);
        View own = set.views().get(0);
        ViewEngine engine = set.newEngine();
        Query.Solutions solutions =
                own.kind() == ViewKind.SELECT ? new SelectView(own.definition(), StaticData.NONE).newSolutions() : null;
        Set<Statement> present = new LinkedHashSet<>();
        SailRepository store = new SailRepository(new MemoryStore());
        try (SailRepositoryConnection connection = store.getConnection()) {
            Oracle oracle = new Oracle(connection, each.query(), own.kind());
            Answer last = ask(engine, own, solutions, present);
            check(each, last, oracle, present);
            for (long step = 0; step < most && !each.data().isEmpty(); step++) {
                Statement one = each.data().get(random.nextInt(each.data().size()));
                boolean isAdd = !present.remove(one) && present.add(one);
                connection.begin(IsolationLevels.NONE);
                if (isAdd) {
                    connection.add(one);
                } else {
                    // of this graph alone: a statement without a graph would be removed from all
                    connection.remove(
                            one.getSubject(), one.getPredicate(), one.getObject(), new Resource[] {one.getContext()});
                }
                connection.commit();
                List<Statement> change = List.of(one);
                boolean isTouched = !engine.touched(isAdd ? List.of() : change, isAdd ? change : List.of())
                        .isEmpty();
                if (isTouched) {
                    last = ask(engine, own, solutions, present);
                }
                check(each, last, oracle, present);
                steps++;
            }
        } finally {
            store.shutDown();
        }
    }

    /** The query as RDF4J answers it, read once. */
    private static final class Oracle {
        private final @Nullable GraphQuery graphs;
        private final @Nullable TupleQuery rows;
        private final Set<String> names;

        Oracle(SailRepositoryConnection connection, String query, ViewKind kind) {
            boolean isGraph = kind == ViewKind.CONSTRUCT;
            graphs = isGraph ? connection.prepareGraphQuery(QueryLanguage.SPARQL, query) : null;
            rows = isGraph ? null : connection.prepareTupleQuery(QueryLanguage.SPARQL, query);
            names = Set.copyOf(
                    new SPARQLParser().parseQuery(query, null).getTupleExpr().getBindingNames());
        }
    }

    /** What the view answers, or why not; and the solutions below it. */
    private record Answer(
            @Nullable ViewAnswer answer, @Nullable AnswerFailedException failure, @Nullable List<BindingSet> rows) {}

    private Answer ask(ViewEngine engine, View view, Query.@Nullable Solutions solutions, Set<Statement> present) {
        asked++;
        StreamData data = StreamData.of(present);
        List<BindingSet> rows = null;
        try {
            rows = solutions == null ? null : solutions.of(data, 0, List.of());
            return new Answer(engine.answer(view, data, 0, List.of()), null, rows);
        } catch (AnswerFailedException e) {
            return new Answer(null, e, rows);
        }
    }

    private static void check(Case each, Answer last, Oracle oracle, Set<Statement> present) {
        Set<Value> nodes = new HashSet<>();
        present.forEach(one -> nodes.addAll(List.of(one.getSubject(), one.getObject())));
        if (last.rows() == null && last.answer() != null) {
            Model expected = new LinkedHashModel();
            try (GraphQueryResult result = oracle.graphs.evaluate()) {
                result.forEach(expected::add);
            }
            assertThat(GraphIsomorphism.between(last.answer().graph(), expected))
                    .as("%s: %s, not %s", each.name(), last.answer().graph(), expected)
                    .isTrue();
            return;
        }
        List<BindingSet> expected = new ArrayList<>();
        try (TupleQueryResult result = oracle.rows.evaluate()) {
            result.forEach(expected::add);
        } catch (QueryEvaluationException e) {
            assertThat(last.failure()).as("%s: %s", each.name(), e).isNotNull();
            return;
        }
        assertThat(last.rows()).as("%s: %s", each.name(), last.failure()).isNotNull();
        assertThat(bag(last.rows(), nodes)).as(each.name()).isEqualTo(bag(expected, nodes));
        Set<String> names = oracle.names;
        Set<List<String>> keys = new HashSet<>();
        boolean isKeyed = expected.stream()
                .allMatch(row -> names.stream().map(row::getValue).allMatch(value -> value != null && !value.isBNode())
                        && keys.add(names.stream()
                                .map(name -> row.getValue(name) instanceof Literal literal
                                        ? literal.getLabel()
                                        : row.getValue(name).stringValue())
                                .toList()));
        if (isKeyed) {
            assertThat(last.failure()).as(each.name()).isNull();
            assertThat(last.answer().rows()).as(each.name()).hasSize(expected.size());
        } else {
            assertThat(last.failure()).as(each.name()).isNotNull();
            assertThat(last.failure().reason().refusesView()).isTrue();
        }
    }

    /** The rows as a bag; nodes that the query makes have no names. */
    private static Map<Map<String, String>, Integer> bag(List<BindingSet> rows, Set<Value> nodes) {
        Map<Map<String, String>, Integer> bag = new HashMap<>();
        for (BindingSet row : rows) {
            Map<String, String> values = new TreeMap<>();
            row.forEach(binding -> {
                Value value = binding.getValue();
                values.put(
                        binding.getName(), value instanceof BNode && !nodes.contains(value) ? "_:" : value.toString());
            });
            bag.merge(values, 1, Integer::sum);
        }
        return bag;
    }

    private void checkPage(int cases, int views) throws IOException {
        StringBuilder table = new StringBuilder("| refused | tests of the W3C |\n|---|---|\n");
        refused.forEach((reason, names) -> table.append("| `" + reason + "` | " + String.join(", ", names) + " |\n"));
        String text = "Of " + cases + " queries, " + views + " are views.\n\n" + table;
        if (!Files.exists(PAGE)) {
            System.out.println(text);
            return;
        }
        assertThat(Files.readString(PAGE)).contains(text);
    }
}
