package dev.velella.sink.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.velella.rdf.RdfPatch;
import dev.velella.sink.query.HidingStrategyFactory;
import dev.velella.sink.query.QueryBudget;
import dev.velella.sink.query.QueryEndedException;
import dev.velella.sink.query.QueryMemory;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchBatch;
import dev.velella.sink.store.Stream;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.query.algebra.evaluation.RDFStarTripleSource;
import org.eclipse.rdf4j.query.algebra.evaluation.function.Function;
import org.eclipse.rdf4j.query.algebra.evaluation.function.FunctionRegistry;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.lmdb.GatedStatements;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query over a store on disk reaches the store through its gate only, also by the terms that it has already found. */
class GatedStatementsTest {
    private static final PartitionId P0 = new PartitionId("patches", 0);
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String ALL = "SELECT ?s ?p ?o { ?s ?p ?o }";

    @TempDir
    Path directory;

    private static QueryBudget budget() {
        return QueryBudget.begin(new QueryMemory(1 << 28), Long.MAX_VALUE, Long.MAX_VALUE);
    }

    private LmdbTarget target(List<Statement> statements) {
        LmdbTarget target = LmdbTarget.open(directory, "sink", Duration.ZERO, LmdbSettings.DEFAULT);
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(
                batch, P0, target.claim(List.of(P0)).get(P0), 0, null, null, RdfPatch.change(List.of(), statements));
        target.apply(batch.build());
        return target;
    }

    private static Statement statement(Value object) {
        return VALUES.createStatement(Stream.iri("urn:test:a"), Stream.iri("urn:test:value"), object);
    }

    /** A function that goes on when its query has been shut out, and asks its arguments what they say. */
    private static final class LateFunction implements Function {
        private boolean shutOut;
        private String known;
        private Throwable refused;

        @Override
        public String getURI() {
            return "urn:test:late";
        }

        @Override
        @SuppressWarnings("deprecation") // the only abstract one
        public Value evaluate(ValueFactory values, Value... arguments) {
            arguments[0].stringValue();
            try {
                shutOut = QueryBudget.current().shutOut("somebody writes", 0);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            known = arguments[0].stringValue();
            refused = catchThrowable(arguments[1]::stringValue);
            return arguments[0];
        }
    }

    @Test
    void aTermThatAShutOutQueryHasFoundDoesNotAskTheStoreWhatItSays() {
        LateFunction late = new LateFunction();
        FunctionRegistry.getInstance().add(late);
        QueryBudget budget = budget();
        try (LmdbTarget target = target(List.of(statement(VALUES.createLiteral("text"))));
                budget;
                RepositoryConnection connection = target.connect();
                TupleQueryResult rows = connection
                        .prepareTupleQuery("SELECT (<urn:test:late>(?p, ?s) AS ?x) { ?s ?p ?o }")
                        .evaluate()) {
            rows.next();
            assertThat(late.shutOut).isTrue();
            assertThat(late.known).isEqualTo("urn:test:value");
            assertThat(late.refused).isInstanceOf(QueryEndedException.class).hasMessageContaining("somebody writes");
        } finally {
            FunctionRegistry.getInstance().remove(late);
        }
    }

    @Test
    void aQueryIsShutOutWhenItHasLeftTheStoreAndNotBefore() throws Exception {
        CountDownLatch inTheStore = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        LmdbStore store = new LmdbStore(directory.toFile());
        store.setEvaluationStrategyFactory(new HidingStrategyFactory(
                (source, budget) -> new GatedStatements(slow(source, inTheStore, goOn), budget)));
        SailRepository repository = new SailRepository(store);
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.add(statement(VALUES.createLiteral("text")));
            CompletableFuture<QueryBudget> begun = new CompletableFuture<>();
            CompletableFuture<Void> query = CompletableFuture.runAsync(() -> {
                try (QueryBudget budget = budget();
                        RepositoryConnection reading = repository.getConnection()) {
                    begun.complete(budget);
                    try (TupleQueryResult rows = reading.prepareTupleQuery(ALL).evaluate()) {
                        rows.hasNext();
                    }
                }
            });
            inTheStore.await();
            QueryBudget budget = begun.join();
            assertThat(budget.shutOut("somebody writes", 0)).isFalse();
            goOn.countDown();
            assertThat(budget.shutOut("somebody writes", 240_000)).isTrue();
            assertThatThrownBy(query::join).hasCauseInstanceOf(QueryEndedException.class);
        } finally {
            goOn.countDown();
            repository.shutDown();
        }
    }

    /** Statements for which a query waits, within the store. */
    private static RDFStarTripleSource slow(RDFStarTripleSource source, CountDownLatch called, CountDownLatch goOn) {
        return (RDFStarTripleSource) Proxy.newProxyInstance(
                source.getClass().getClassLoader(),
                new Class<?>[] {RDFStarTripleSource.class},
                (self, method, arguments) -> {
                    if (method.getName().equals("getStatements")) {
                        called.countDown();
                        goOn.await();
                    }
                    return method.invoke(source, arguments);
                });
    }

    @Test
    void termsOfAQueryAreThoseOfTheStore() {
        List<Value> objects = List.of(
                VALUES.createLiteral("text"),
                VALUES.createLiteral("text", "en-GB"),
                VALUES.createLiteral(17),
                VALUES.createLiteral("2026-01-01", XSD.DATE),
                VALUES.createLiteral("x", Stream.iri("urn:test:type")),
                VALUES.createBNode("b1"),
                Stream.iri("urn:test:iri"));
        try (LmdbTarget target = target(
                        objects.stream().map(GatedStatementsTest::statement).toList());
                RepositoryConnection connection = target.connect();
                TupleQueryResult rows = connection.prepareTupleQuery(ALL).evaluate()) {
            assertThat(rows.stream().map(row -> row.getValue("o"))).containsExactlyInAnyOrderElementsOf(objects);
        }
    }
}
