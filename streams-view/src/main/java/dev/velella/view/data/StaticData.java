package dev.velella.view.data;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/** Statements that all streams share, such as an ontology, thresholds or units. Immutable and thread-safe. */
public final class StaticData {
    /** No static data. */
    public static final StaticData NONE = of(List.of());

    private final StatementIndex index;

    private StaticData(StatementIndex index) {
        this.index = index.indexed();
    }

    /**
     * Static data of these statements.
     *
     * @param statements in any order; a statement that is in it twice counts once
     */
    public static StaticData of(Collection<Statement> statements) {
        return new StaticData(new StatementIndex(new LinkedHashSet<>(statements)));
    }

    /** All statements, in order. */
    public List<Statement> statements() {
        return index.all();
    }

    /** A list that holds each statement of these terms, in any graph; others may be in it too. A null term is any term. */
    public List<Statement> candidates(@Nullable Resource subject, @Nullable IRI predicate, @Nullable Value object) {
        return index.candidates(subject, predicate, object);
    }
}
