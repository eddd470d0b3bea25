package dev.velella.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.capture.OutboxPosition;
import dev.velella.capture.OutboxTerms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.NotifyingSailConnection;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.helpers.NotifyingSailConnectionWrapper;
import org.eclipse.rdf4j.sail.helpers.NotifyingSailWrapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that wait for a commit are committed together, and each has its own number and its own outcome. */
class CommitGroupTest {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI REFUSED = VALUES.createIRI("urn:refused");
    private static final int WRITERS = 8;

    @TempDir
    private Path scratch;

    private final AtomicInteger commits = new AtomicInteger();
    private final CountDownLatch isCommitting = new CountDownLatch(1);
    private final CountDownLatch gate = new CountDownLatch(1);
    private volatile boolean fails;

    @Test
    void transactionsThatWaitAreOneCommitOfTheStore() throws Exception {
        SailRepository repository = open();
        List<FutureTask<Void>> writers = writeTogether(repository, VALUES.createIRI("urn:s"));
        for (FutureTask<Void> writer : writers) {
            writer.get();
        }
        assertThat(commits).as("commits of the store").hasValue(2);
        assertReplica(repository, WRITERS + 1);
        repository.shutDown();
    }

    @Test
    void aTransactionThatTheStoreRefusesDoesNotTakeOthersWithIt() throws Exception {
        SailRepository repository = open();
        List<FutureTask<Void>> writers = writeTogether(repository, REFUSED);
        assertThatThrownBy(() -> writers.get(0).get()).hasMessageContaining("the store does not like this");
        for (FutureTask<Void> writer : writers.subList(1, WRITERS)) {
            writer.get();
        }
        assertReplica(repository, WRITERS);
        repository.shutDown();
    }

    @Test
    void aCommitOfTheStoreThatFailsIsAFailureOfEachTransaction() throws Exception {
        SailRepository repository = open();
        fails = true;
        List<FutureTask<Void>> writers = writeTogether(repository, VALUES.createIRI("urn:s"));
        for (FutureTask<Void> writer : writers) {
            assertThatThrownBy(writer::get).hasMessageContaining("the disk is full");
        }
        fails = false;
        repository.shutDown();
        SailRepository again = open();
        assertReplica(again, 1);
        again.shutDown();
    }

    /** One transaction is held in its commit until the others wait; returns these. */
    private List<FutureTask<Void>> writeTogether(SailRepository repository, IRI subjectOfFirst) throws Exception {
        Writer first = Writer.start(repository, VALUES.createIRI("urn:first"), 0);
        isCommitting.await();
        List<Writer> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            IRI subject = i == 0 ? subjectOfFirst : VALUES.createIRI("urn:s" + i);
            writers.add(Writer.start(repository, subject, i));
        }
        while (!writers.stream().allMatch(writer -> isWaiting(writer.thread()))) {
            Thread.yield();
        }
        gate.countDown();
        first.task().get();
        return writers.stream().map(Writer::task).toList();
    }

    /** A transaction in a thread of its own. */
    private record Writer(FutureTask<Void> task, Thread thread) {
        static Writer start(SailRepository repository, IRI subject, int number) {
            FutureTask<Void> task = new FutureTask<>(() -> write(repository, subject, number), null);
            Thread thread = new Thread(task);
            thread.start();
            return new Writer(task, thread);
        }
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(CommitLog.class.getName()));
    }

    private static void write(SailRepository repository, IRI subject, int number) {
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.begin();
            connection.add(subject, OutboxTerms.BYTES, VALUES.createLiteral(number));
            connection.commit();
        }
    }

    /** The first commit waits at the gate; the commits of a store that fails after it are not done. */
    private SailRepository open() {
        SailRepository repository = new SailRepository(new OutboxSail(
                new NotifyingSailWrapper(OutboxStores.store("memory", scratch.resolve("store"))) {
                    @Override
                    public NotifyingSailConnection getConnection() {
                        return new Connection(super.getConnection());
                    }
                },
                OutboxSettings.DEFAULT.in(scratch.resolve("outbox"))));
        repository.init();
        commits.set(0);
        return repository;
    }

    private final class Connection extends NotifyingSailConnectionWrapper {
        private boolean isWritten;

        Connection(NotifyingSailConnection connection) {
            super(connection);
        }

        @Override
        public void addStatement(Resource subject, IRI predicate, Value object, @Nullable Resource... contexts) {
            if (subject.equals(REFUSED)) {
                throw new SailException("the store does not like this");
            }
            isWritten = isWritten || !subject.equals(OutboxTerms.GRAPH);
            super.addStatement(subject, predicate, object, contexts);
        }

        @Override
        public void commit() {
            if (isWritten) {
                isCommitting.countDown();
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                if (fails && commits.get() > 0) {
                    throw new SailException("the disk is full");
                }
                commits.incrementAndGet();
                isWritten = false;
            }
            super.commit();
        }
    }

    private static void assertReplica(SailRepository repository, int expected) {
        Set<Statement> replica = new HashSet<>();
        try (RepositoryConnection connection = repository.getConnection()) {
            OutboxPosition position = OutboxStores.position(connection);
            assertThat(position.number()).isEqualTo(expected);
            assertThat(OutboxStores.follow(connection, 0, replica)).isEqualTo(expected);
            assertThat(replica).isEqualTo(OutboxStores.contents(connection)).hasSize(expected);
        }
    }
}
