package dev.velella.tests.chaos;

import dev.velella.frame.FrameResult.Decoded;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.tests.chaos.plugin.Row;
import dev.velella.tests.chaos.plugin.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;

/** Decoded graphs and patches as the rows of which their elements were made. */
final class RecordRows {
    private RecordRows() {}

    static List<Row> of(Decoded decoded) {
        return decoded.element() instanceof RdfGraph graph ? rows(graph) : rows((RdfPatch) decoded.element());
    }

    private static List<Row> rows(RdfGraph graph) {
        List<Row> rows = new ArrayList<>();
        for (Statement statement : graph.statements()) {
            rows.add(row(Row.STATEMENT, statement));
        }
        new TreeMap<>(graph.namespaces())
                .forEach((prefix, iri) -> rows.add(Row.named(Row.NAMESPACE, prefix, Term.iri(iri))));
        return rows;
    }

    private static List<Row> rows(RdfPatch patch) {
        List<Row> rows = new ArrayList<>();
        for (PatchOperation operation : patch.operations()) {
            rows.add(row(operation));
        }
        return rows;
    }

    private static Row row(PatchOperation operation) {
        if (operation instanceof PatchOperation.Add add) {
            return row("A", add.statement());
        } else if (operation instanceof PatchOperation.Delete delete) {
            return row("D", delete.statement());
        } else if (operation instanceof PatchOperation.Header header) {
            return Row.named("H", header.key(), term(header.value()));
        } else if (operation instanceof PatchOperation.AddNamespace add) {
            return new Row("PA", add.prefix(), null, null, term(add.namespace()), term(add.graph()));
        } else if (operation instanceof PatchOperation.DeleteNamespace delete) {
            return new Row("PD", delete.prefix(), null, null, term(delete.namespace()), term(delete.graph()));
        }
        return switch ((PatchOperation.Transaction) operation) {
            case START -> Row.bare("TX");
            case COMMIT -> Row.bare("TC");
            case ABORT -> Row.bare("TA");
        };
    }

    private static Row row(String op, Statement statement) {
        return Row.statement(
                op,
                term(statement.getSubject()),
                term(statement.getPredicate()),
                term(statement.getObject()),
                term(statement.getContext()));
    }

    private static Term term(Value value) {
        if (value == null) {
            return null;
        } else if (value instanceof IRI) {
            return Term.iri(value.stringValue());
        } else if (value instanceof Literal literal) {
            return literal.getLanguage().isPresent()
                    ? Term.text(literal.getLabel(), literal.getLanguage().get())
                    : Term.literal(literal.getLabel(), literal.getDatatype().stringValue());
        }
        return Term.bnode(value.stringValue());
    }
}
