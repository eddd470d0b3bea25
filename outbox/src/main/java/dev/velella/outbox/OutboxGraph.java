package dev.velella.outbox;

import dev.velella.capture.CommittedPart;
import dev.velella.capture.OutboxPosition;
import dev.velella.capture.OutboxTerms;
import dev.velella.capture.SnapshotPart;
import dev.velella.outbox.journal.Journal;
import dev.velella.outbox.journal.JournalCommit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.iteration.CloseableIteratorIteration;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.SailException;
import org.jspecify.annotations.Nullable;

/**
 * The reserved graph as clients see it: its statements are the answers to the requests of {@link OutboxTerms}, and are made
 * when they are asked for. Stateless beside its store and outbox.
 */
final class OutboxGraph {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();

    /** Most bytes of commits in one answer; the last one may exceed it. */
    private static final long ANSWER_BYTES = 4 << 20;

    private final NotifyingSail store;
    private final CommitLog commits;

    OutboxGraph(NotifyingSail store, CommitLog commits) {
        this.store = store;
        this.commits = commits;
    }

    /** The statements with a subject; null asks for the position alone. */
    CloseableIteration<Statement> read(@Nullable Resource subject) {
        String request = subject == null ? OutboxTerms.GRAPH.stringValue() : subject.stringValue();
        long after = OutboxTerms.afterNumber(request);
        String range = OutboxTerms.snapshotRange(request);
        List<Statement> answer = new ArrayList<>();
        try {
            if (after >= 0) {
                after(after, answer);
            } else if (!range.isEmpty()) {
                snapshot(range, answer);
            } else if (OutboxTerms.GRAPH.equals(subject) || subject == null) {
                position(commits.between(commits::position), answer);
            }
        } catch (IOException e) {
            throw new SailException("the outbox cannot be read: " + e.getMessage(), e);
        }
        return new CloseableIteratorIteration<>(answer.iterator());
    }

    private void after(long number, List<Statement> answer) throws IOException {
        OutboxPosition position = commits.between(commits::position);
        position(position, answer);
        for (JournalCommit commit : commits.journal().after(number, ANSWER_BYTES)) {
            for (CommittedPart part : commit.parts()) {
                answer.add(statement(OutboxTerms.PART, part.format()));
            }
        }
    }

    private void snapshot(String range, List<Statement> answer) {
        SnapshotRange wanted = SnapshotRange.parse(range);
        try (SnapshotReader reader = SnapshotReader.open(store, commits)) {
            position(reader.position(), answer);
            for (SnapshotPart part : reader.read(wanted)) {
                answer.add(statement(OutboxTerms.CHUNK, part.format()));
            }
        }
    }

    private void position(OutboxPosition position, List<Statement> answer) {
        Journal journal = commits.journal();
        answer.add(statement(OutboxTerms.STATE, position.format()));
        answer.add(statement(OutboxTerms.FORGOTTEN, Long.toString(journal.forgotten())));
        answer.add(statement(OutboxTerms.BYTES, Long.toString(journal.bytes())));
    }

    private static Statement statement(IRI predicate, String text) {
        return VALUES.createStatement(OutboxTerms.GRAPH, predicate, VALUES.createLiteral(text), OutboxTerms.GRAPH);
    }

    /** Forgets commits if the subject asks for it; does nothing for another one. */
    void remove(@Nullable Resource subject) {
        long through = subject == null ? -1 : OutboxTerms.throughNumber(subject.stringValue());
        if (through >= 0) {
            try {
                commits.journal().forget(through);
            } catch (IOException e) {
                throw new SailException("the outbox cannot forget commits: " + e.getMessage(), e);
            }
        }
    }
}
