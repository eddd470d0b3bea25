package dev.velella.jelly.value;

import java.util.Objects;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.AbstractStatement;
import org.jspecify.annotations.Nullable;

/**
 * A triple in the default graph.
 *
 * <p>The constructor does not use {@link Objects#requireNonNull}. The JVM would cast its generic result to an
 * interface. Casts of one object to several interfaces in turn are slow on the JVM, because each cast overwrites the
 * interface that the JVM has remembered.
 */
class LightStatement extends AbstractStatement {
    private static final long serialVersionUID = 1L;

    private final Resource subject;
    private final IRI predicate;
    private final Value object;

    LightStatement(Resource subject, IRI predicate, Value object) {
        if (subject == null || predicate == null || object == null) {
            throw new NullPointerException("a statement has a subject, a predicate and an object");
        }
        this.subject = subject;
        this.predicate = predicate;
        this.object = object;
    }

    @Override
    public final Resource getSubject() {
        return subject;
    }

    @Override
    public final IRI getPredicate() {
        return predicate;
    }

    @Override
    public final Value getObject() {
        return object;
    }

    @Override
    public @Nullable Resource getContext() {
        return null;
    }

    /** A statement in a named graph. */
    static final class Quad extends LightStatement {
        private static final long serialVersionUID = 1L;

        private final Resource context;

        Quad(Resource subject, IRI predicate, Value object, Resource context) {
            super(subject, predicate, object);
            this.context = context;
        }

        @Override
        public Resource getContext() {
            return context;
        }
    }
}
