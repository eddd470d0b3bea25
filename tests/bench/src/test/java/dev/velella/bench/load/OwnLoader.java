package dev.velella.bench.load;

import java.io.File;
import java.io.IOException;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.eclipse.rdf4j.sail.lmdb.config.LmdbStoreConfig;

/**
 * A process that loads a file into an LMDB store of RDF4J with RDF4J's own means, in one transaction without isolation.
 * Says on standard output how many statements the store has, and the time of the load in ns.
 */
final class OwnLoader {
    private OwnLoader() {}

    /** Arguments: the file, and the directory of the store. */
    public static void main(String[] arguments) throws IOException {
        SailRepository repository =
                new SailRepository(new LmdbStore(new File(arguments[1]), new LmdbStoreConfig("spoc,posc")));
        try (RepositoryConnection connection = repository.getConnection()) {
            long begin = System.nanoTime();
            connection.begin(IsolationLevels.NONE);
            connection.add(new File(arguments[0]));
            connection.commit();
            long nanos = System.nanoTime() - begin;
            System.out.println(connection.size() + " " + nanos);
        } finally {
            repository.shutDown();
        }
    }
}
