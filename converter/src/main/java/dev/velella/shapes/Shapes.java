package dev.velella.shapes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;

/** Shapes of SHACL, read once. Immutable and thread-safe. */
public final class Shapes {
    private final List<Shape> shapes;
    private final Set<IRI> predicates;
    private final boolean readsAll;
    private final StatementIndex classes;

    Shapes(List<Shape> shapes, Set<IRI> predicates, boolean readsAll, StatementIndex classes) {
        this.shapes = List.copyOf(shapes);
        this.predicates = Set.copyOf(predicates);
        this.readsAll = readsAll;
        this.classes = classes;
    }

    /**
     * Reads shapes of SHACL Core. What has no meaning here is refused, by name.
     *
     * @param unnamed what the names of shapes that have no IRI begin with, before a number
     * @throws ShapesException if the text is not Turtle, or has no shape, or a shape has no meaning here
     */
    public static Shapes ofCore(String turtle, String unnamed) {
        return ShapesParser.read(turtle, unnamed);
    }

    /**
     * Reads shapes, which may have queries of SPARQL ({@code sh:sparql}). A shape that has no IRI has the name of the shape that
     * it is in.
     *
     * @throws ShapesException if the text is not Turtle, or has no shape, or a shape has no meaning here
     */
    public static Shapes withQueries(String turtle) {
        return ShapesParser.read(turtle, null);
    }

    /**
     * The violations in a graph together with what is known beside it, whatever graph names they have. Shapes are about nodes of the graph, and
     * those that they name themselves.
     *
     * @param fixed known beside the graph; thread-safe if several threads use it
     * @param clock called now and then; may throw to end what takes too long
     */
    public List<Violation> violations(StatementIndex graph, StatementIndex fixed, Runnable clock) {
        ShapeData data = new ShapeData(graph, fixed, clock);
        List<Violation> found = new ArrayList<>();
        shapes.forEach(each -> each.validate(data, found));
        return found;
    }

    /** What the text of the shapes says of classes: statements of {@code rdfs:subClassOf}. */
    public StatementIndex classes() {
        return classes;
    }

    /** The predicates that the shapes read; other statements change nothing, unless {@link #readsAll}. */
    public Set<IRI> predicates() {
        return predicates;
    }

    /** Whether statements of any predicate can change the violations. */
    public boolean readsAll() {
        return readsAll;
    }
}
