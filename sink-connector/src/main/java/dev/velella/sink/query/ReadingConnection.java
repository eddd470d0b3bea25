package dev.velella.sink.query;

import org.eclipse.rdf4j.repository.Repository;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryException;
import org.eclipse.rdf4j.repository.base.RepositoryConnectionWrapper;

/** A connection that holds a turn of the {@link TurnLock}. The turn ends when the connection is closed. */
public final class ReadingConnection extends RepositoryConnectionWrapper {
    private final TurnLock.Turn turn;
    private boolean ended;

    public ReadingConnection(Repository repository, RepositoryConnection connection, TurnLock.Turn turn) {
        super(repository, connection);
        this.turn = turn;
    }

    @Override
    public void close() throws RepositoryException {
        if (!ended) {
            ended = true;
            try {
                super.close();
            } finally {
                turn.close();
            }
        }
    }
}
