package dev.velella.log.asof;

import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.federation.FederatedServiceResolver;
import org.eclipse.rdf4j.repository.Repository;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

/**
 * Makes repositories of RDF4J that hold a past, in memory. A statement that several streams hold is there once. Stateless.
 */
public final class PastRepository {
    private PastRepository() {}

    /**
     * A repository with the statements of all streams. The caller shuts it down. Queries cannot ask other services: a
     * SERVICE in a query fails, unless it is SILENT; then RDF4J leaves it out.
     */
    public static Repository of(Past past) {
        return fill(past, new MemoryStore());
    }

    /** Puts the statements of all streams into an empty store, and makes a repository of it. */
    public static Repository fill(Past past, MemoryStore store) {
        FederatedServiceResolver none = url -> {
            throw new QueryEvaluationException("SERVICE <" + url + "> is not offered: queries see the past only");
        };
        store.setFederatedServiceResolver(none);
        SailRepository repository = new SailRepository(store);
        repository.init();
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.begin();
            past.streams().forEach(stream -> connection.add(stream.statements()));
            connection.commit();
        }
        return repository;
    }
}
