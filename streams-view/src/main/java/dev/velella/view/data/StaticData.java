package dev.velella.view.data;

import dev.velella.shapes.StatementIndex;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/** Statements that all streams share, such as an ontology, thresholds or units. Immutable and thread-safe. */
public final class StaticData extends StatementIndex {
    /** No static data. */
    public static final StaticData NONE = of(List.of());

    private StaticData(Collection<Statement> statements) {
        super(statements);
        indexed();
    }

    /**
     * Static data of these statements.
     *
     * @param statements in any order; a statement that is in it twice counts once
     */
    public static StaticData of(Collection<Statement> statements) {
        return new StaticData(new LinkedHashSet<>(statements));
    }
}
