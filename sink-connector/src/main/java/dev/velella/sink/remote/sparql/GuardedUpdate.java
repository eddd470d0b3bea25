package dev.velella.sink.remote.sparql;

import dev.velella.sink.remote.Change;
import dev.velella.sink.remote.SparqlText;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.jspecify.annotations.Nullable;

/**
 * Writes a {@link Change} as one SPARQL 1.1 update request. Its first operation swaps the rows if they are as expected,
 * and writes the request's id into them. The other operations change the data if a row has that id. The id stays in the
 * rows, so that the writer can read back whether it won. Prefixes and groups keep the text short.
 *
 * <pre>
 *   DELETE { row ?p ?o . stream position "old" }  INSERT { new row with #commit "id" . stream position "new" }
 *   WHERE { row #epoch e ; #nextOffset n . ... } ;
 *   DELETE { data } WHERE { row #commit "id" } ;
 *   INSERT { data } WHERE { row #commit "id" }
 * </pre>
 *
 * <p>If the endpoint is not atomic, the swap comes last, and the data is changed if the rows are as expected. The next
 * request then repeats the work of an interrupted request.
 */
final class GuardedUpdate {
    private final SystemGraph system;
    private final Change change;
    private final String id;
    private final SparqlText terms;
    private final StringBuilder text = new StringBuilder(1024);

    /** @param id id of the request, which no other request ever has */
    private GuardedUpdate(SystemGraph system, Change change, String id) {
        this.system = system;
        this.change = change;
        this.id = id;
        this.terms = SparqlText.of(
                List.of(SystemGraph.GRAPH.stringValue() + "#", XSD.NAMESPACE),
                List.of(change.removes(), change.adds()));
        terms.prologue(text);
    }

    /** The request for a change, for an endpoint that applies a request as a whole or not at all. */
    static String atomic(SystemGraph system, Change change, String id) {
        GuardedUpdate update = new GuardedUpdate(system, change, id);
        update.swap();
        update.data(update::hasId);
        return update.text.toString();
    }

    /** The request for a change, for an endpoint that may apply a request partly. */
    static String repeatable(SystemGraph system, Change change, String id) {
        GuardedUpdate update = new GuardedUpdate(system, change, id);
        update.data(update::rowsAsExpected);
        update.swap();
        return update.text.toString();
    }

    private void swap() {
        text.append("DELETE {\n");
        inSystemGraph(() -> {
            forEachRow((row, number) -> {
                term(row);
                text.append(" ?p").append(number).append(" ?o").append(number).append(" .\n");
            });
            change.chains().forEach((stream, step) -> {
                if (step.from() != null) {
                    chain(system.stream(stream), step.from());
                }
            });
        });
        text.append("} INSERT {\n");
        inSystemGraph(() -> {
            change.rows().forEach((partition, swap) -> row(system.partition(partition), swap.next()));
            change.chains().forEach((stream, step) -> chain(system.stream(stream), step.to()));
        });
        text.append("} WHERE {\n");
        rowsAsExpected();
        text.append("OPTIONAL { ");
        forEachRow((row, number) -> {
            text.append(number == 0 ? "{ " : "UNION { ");
            inSystemGraph(() -> {
                term(row);
                text.append(" ?p").append(number).append(" ?o").append(number).append(' ');
            });
            text.append("} ");
        });
        text.append("}\n} ;\n");
    }

    /**
     * Appends a part for every row. Every row has variables of its own, and no solution binds the variables of two
     * rows, so the solutions do not multiply.
     */
    private void forEachRow(ObjIntConsumer<IRI> action) {
        int number = 0;
        for (PartitionId partition : change.rows().keySet()) {
            action.accept(system.partition(partition), number++);
        }
    }

    private void chain(IRI stream, StreamState state) {
        term(stream);
        text.append(' ');
        term(SystemGraph.PATCH_POSITION);
        text.append(' ');
        SparqlText.string(text, state.format());
        text.append(" .\n");
    }

    private void row(IRI subject, Claim claim) {
        term(subject);
        text.append(' ');
        number(SystemGraph.EPOCH, claim.epoch());
        text.append("; ");
        number(SystemGraph.NEXT_OFFSET, claim.nextOffset());
        text.append("; ");
        term(SystemGraph.COMMIT);
        text.append(' ');
        SparqlText.string(text, id);
        text.append(" .\n");
    }

    private void rowsAsExpected() {
        change.rows().forEach((partition, row) -> {
            Claim expected = row.expected();
            if (expected == null) {
                text.append("FILTER NOT EXISTS { ");
                inSystemGraph(() -> {
                    term(system.partition(partition));
                    text.append(" ?anyP ?anyO ");
                });
                text.append("}\n");
            } else {
                inSystemGraph(() -> {
                    term(system.partition(partition));
                    text.append(' ');
                    number(SystemGraph.EPOCH, expected.epoch());
                    text.append("; ");
                    number(SystemGraph.NEXT_OFFSET, expected.nextOffset());
                    text.append(" .\n");
                });
            }
        });
    }

    private void hasId() {
        inSystemGraph(() -> {
            term(system.partition(change.rows().keySet().iterator().next()));
            text.append(' ');
            term(SystemGraph.COMMIT);
            text.append(' ');
            SparqlText.string(text, id);
            text.append(' ');
        });
    }

    private void data(Runnable guard) {
        data("DELETE", change.removes(), guard);
        data("INSERT", change.adds(), guard);
    }

    private void data(String operation, List<Statement> statements, Runnable guard) {
        if (statements.isEmpty()) {
            return;
        }
        Map<@Nullable Resource, List<Statement>> graphs = new LinkedHashMap<>();
        for (Statement statement : statements) {
            graphs.computeIfAbsent(statement.getContext(), graph -> new ArrayList<>())
                    .add(statement);
        }
        text.append(operation).append(" {\n");
        graphs.forEach((graph, triples) -> {
            if (graph == null) {
                terms.triples(text, triples);
            } else {
                text.append("GRAPH ");
                terms.term(text, graph);
                text.append(" {\n");
                terms.triples(text, triples);
                text.append("}\n");
            }
        });
        text.append("} WHERE {\n");
        guard.run();
        text.append("} ;\n");
    }

    private void inSystemGraph(Runnable pattern) {
        text.append("GRAPH ");
        term(SystemGraph.GRAPH);
        text.append(" { ");
        pattern.run();
        text.append("} ");
    }

    private void number(IRI predicate, long number) {
        term(predicate);
        text.append(" \"").append(number).append("\"^^");
        term(XSD.LONG);
        text.append(' ');
    }

    private void term(IRI iri) {
        terms.term(text, iri);
    }
}
