package org.eclipse.rdf4j.sail.lmdb;

import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.sail.base.Changeset.SimpleStatementPattern;
import org.eclipse.rdf4j.sail.base.SailSink;
import org.jspecify.annotations.Nullable;

/**
 * A sink of an {@link LmdbSailStore} that commits the values of its transaction before the statements. In the second transaction of
 * values, which ends after the statements, RDF4J marks the values that are not used any more.
 */
final class ValuesFirstSink implements SailSink {
    private final SailSink sink;
    private final ValuesTransaction values;

    ValuesFirstSink(SailSink sink, ValuesTransaction values) {
        this.sink = sink;
        this.values = values;
    }

    @Override
    public void flush() {
        values.commitBefore(sink::flush);
    }

    @Override
    public void prepare() {
        sink.prepare();
    }

    @Override
    public void close() {
        sink.close();
    }

    @Override
    public void setNamespace(String prefix, String name) {
        sink.setNamespace(prefix, name);
    }

    @Override
    public void removeNamespace(String prefix) {
        sink.removeNamespace(prefix);
    }

    @Override
    public void clearNamespaces() {
        sink.clearNamespaces();
    }

    @Override
    public void clear(@Nullable Resource... contexts) {
        sink.clear(contexts);
    }

    @Override
    public void observe(
            @Nullable Resource subject,
            @Nullable IRI predicate,
            @Nullable Value object,
            @Nullable Resource... contexts) {
        sink.observe(subject, predicate, object, contexts);
    }

    @Override
    public void observeAll(Set<SimpleStatementPattern> patterns) {
        sink.observeAll(patterns);
    }

    @Override
    public void approve(Resource subject, IRI predicate, Value object, @Nullable Resource context) {
        sink.approve(subject, predicate, object, context);
    }

    @Override
    public void approveAll(Set<Statement> statements, Set<Resource> contexts) {
        sink.approveAll(statements, contexts);
    }

    @Override
    public void deprecate(Statement statement) {
        sink.deprecate(statement);
    }

    @Override
    public void deprecateAll(Set<Statement> statements) {
        sink.deprecateAll(statements);
    }

    @Override
    public boolean deprecateByQuery(
            @Nullable Resource subject,
            @Nullable IRI predicate,
            @Nullable Value object,
            @Nullable Resource[] contexts) {
        return sink.deprecateByQuery(subject, predicate, object, contexts);
    }

    @Override
    public boolean supportsDeprecateByQuery() {
        return sink.supportsDeprecateByQuery();
    }
}
