package dev.velella.sink.versions;

import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.versions.journal.HistoryJournal;
import dev.velella.sink.versions.journal.JournalEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.evaluation.RDFStarTripleSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The history of a store in memory: its trees, terms and commits are on the heap, and its journal is on the disk.
 *
 * <p>The journal is synced before the file of the store is written. So it never lacks a commit that the file has. When
 * the store is opened, the commits that the file does not have are cut off.
 *
 * <p>The sink's thread hands over commits, and a {@link CommitWriter} writes them into journal and trees. The sink's
 * thread touches both only when everything is written. Any thread may read; a reader waits until its commit is written.
 */
public final class HeapHistory implements StoreHistory, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HeapHistory.class);

    /** Maximum number of statements of an entry of the journal. */
    private static final int ENTRY_STATEMENTS = 1 << 14;

    /** Size of a journal below which it is not written anew, in bytes. */
    private static final long SMALL_JOURNAL = 1 << 20;

    private final Path directory;
    private final String id;
    private final HistorySettings settings;
    private final HeapPages pages = new HeapPages();
    private final Versions versions = new Versions(pages);
    private final HeapTerms terms = new HeapTerms();
    private final HeapCommits commits = new HeapCommits();

    /** Number of readings of each commit that is being read. */
    private final TreeMap<Long, Integer> readings = new TreeMap<>();

    private @Nullable HistoryJournal journal;
    private @Nullable CommitWriter writer;
    private long sizeWhenNew;

    /** The last commit that the file of the store has. */
    private long durable;

    /** The first commit whose pages are kept. */
    private long pagesSince;

    private HeapHistory(Path directory, String id, HistorySettings settings) {
        this.directory = directory;
        this.id = id;
        this.settings = settings;
    }

    /**
     * Opens the history of a store. If the directory does not have it, a history begins with the present statements as
     * its first commit. The caller must then write the {@link #place}.
     *
     * @param place place of the store, as its file has it
     * @param present the statements of the store, without reserved graphs
     * @param nowMs time in ms since 1970
     */
    public static HeapHistory open(
            Path directory, HistoryPlace place, HistorySettings settings, Iterator<Statement> present, long nowMs)
            throws IOException {
        if (place.isKept() && HistoryJournal.isOf(directory, place.id())) {
            Optional<HeapHistory> found = read(directory, place, settings, nowMs);
            if (found.isPresent()) {
                return found.get();
            }
        }
        if (place.isKept()) {
            LOG.warn(
                    "The history of the store in {} cannot be read up to its commit {}: its journal is damaged, or not that of"
                            + " this store. A new history begins with the present statements; earlier states cannot be asked for",
                    directory,
                    place.commit());
        }
        String id = UUID.randomUUID().toString();
        HeapHistory begun = new HeapHistory(directory, id, settings);
        begun.journal = HistoryJournal.create(directory, id);
        begun.begin(new CommitRecord(place.commit() + 1, nowMs, CommitRecord.NO_TIME, Map.of()), present);
        begun.startWriter();
        return begun;
    }

    /** Reads a journal up to the commit of the store. Returns empty if the journal does not reach it. */
    private static Optional<HeapHistory> read(Path directory, HistoryPlace place, HistorySettings settings, long nowMs)
            throws IOException {
        HeapHistory history = new HeapHistory(directory, place.id(), settings);
        long size = HistoryJournal.read(directory, (entry, bytes) -> {
            boolean isWanted = entry.commit().number() <= place.commit();
            if (isWanted) {
                history.replay(entry);
            }
            return isWanted;
        });
        if (history.commits.last() != place.commit()) {
            return Optional.empty();
        }
        history.journal = HistoryJournal.open(directory, size);
        history.sizeWhenNew = size;
        history.pagesSince = history.commits.first();
        history.durable = place.commit();
        history.pages.dropBefore(history.retain(nowMs));
        history.startWriter();
        return Optional.of(history);
    }

    private void startWriter() {
        writer = new CommitWriter(commits.last(), change -> {
            write(change.commit(), change.removes(), change.adds());
            pages.dropBefore(change.since());
        });
    }

    private CommitWriter writer() {
        return Objects.requireNonNull(writer);
    }

    private void replay(JournalEntry entry) {
        entry.terms().forEach(terms::put);
        versions.write(entry.commit().number(), entry.removes(), entry.adds());
        commits.add(entry.commit());
    }

    private void begin(CommitRecord commit, Iterator<Statement> present) throws IOException {
        do {
            List<Statement> part = new ArrayList<>();
            while (present.hasNext() && part.size() < ENTRY_STATEMENTS) {
                part.add(present.next());
            }
            write(commit, List.of(), part);
        } while (present.hasNext());
        commits.add(commit);
        journal().install(directory);
        sizeWhenNew = journal().size();
        pagesSince = commit.number();
        durable = commit.number();
    }

    private HistoryJournal journal() {
        return Objects.requireNonNull(journal);
    }

    /** The place of the store in this history after a commit. */
    public HistoryPlace placeOf(CommitRecord commit) {
        return new HistoryPlace(commit.number(), id);
    }

    /** The place of the store in this history after the last commit. */
    public HistoryPlace place() {
        return new HistoryPlace(commits.last(), id);
    }

    /**
     * Hands over a commit, whose number is the next one. The store must have written it. The caller does not change
     * the lists any more.
     *
     * @param removes statements that the commit took away
     * @param adds statements that the commit brought
     * @throws IllegalStateException if an earlier commit could not be written
     */
    public void commit(CommitRecord commit, List<Statement> removes, List<Statement> adds) {
        commits.add(commit);
        writer().put(new CommitWriter.Change(commit, removes, adds, retain(commit.wallClockMs())));
    }

    private void write(CommitRecord commit, List<Statement> removes, List<Statement> adds) throws IOException {
        Map<Long, Value> fresh = new LinkedHashMap<>();
        JournalEntry entry = new JournalEntry(commit, fresh, numbered(removes, fresh), numbered(adds, fresh));
        journal().add(entry.encode());
        versions.write(commit.number(), entry.removes(), entry.adds());
    }

    @SuppressWarnings("ReferenceEquality") // the same object needs no other look
    private List<long[]> numbered(List<Statement> statements, Map<Long, Value> fresh) {
        List<long[]> numbered = new ArrayList<>(statements.size());
        IdentityHashMap<Value, Long> predicates = new IdentityHashMap<>(); // the same objects come again and again
        Resource subject = null;
        Resource graph = null;
        long subjectNumber = TermIds.UNKNOWN;
        long graphNumber = TermIds.DEFAULT_GRAPH;
        for (Statement statement : statements) {
            if (statement.getSubject() != subject) {
                subject = statement.getSubject();
                subjectNumber = number(subject, fresh);
            }
            Long predicate = predicates.get(statement.getPredicate());
            if (predicate == null) {
                predicate = number(statement.getPredicate(), fresh);
                predicates.put(statement.getPredicate(), predicate);
            }
            if (statement.getContext() != graph) {
                graph = statement.getContext();
                graphNumber = graph == null ? TermIds.DEFAULT_GRAPH : number(graph, fresh);
            }
            numbered.add(new long[] {subjectNumber, predicate, number(statement.getObject(), fresh), graphNumber});
        }
        return numbered;
    }

    private long number(Value term, Map<Long, Value> fresh) {
        long next = terms.next();
        long number = terms.intern(term);
        if (number == next) {
            fresh.put(number, term);
        }
        return number;
    }

    /**
     * Forgets the commits that are older than the retention. Commits that are read or not durable are kept.
     *
     * @return the first commit whose pages must be kept
     */
    private long retain(long nowMs) {
        long horizon = settings.horizonMs(nowMs);
        long first = commits.first();
        while (first < durable && commits.get(first + 1).wallClockMs() <= horizon) {
            first++;
        }
        synchronized (readings) {
            commits.dropBefore(first);
            pagesSince = readings.isEmpty() ? first : Math.min(first, readings.firstKey());
            return pagesSince;
        }
    }

    /** Notes that the file of the store has the last commit. */
    public void madeDurable() {
        durable = commits.last();
    }

    /**
     * Writes all commits to the disk. The caller then makes the store durable.
     *
     * @throws IllegalStateException if a commit could not be written
     */
    public void sync() throws IOException {
        writer().await(commits.last());
        if (commits.first() > 1 && journal().size() > SMALL_JOURNAL && journal().size() > 2 * sizeWhenNew) {
            writeAnew();
        }
        journal().sync();
    }

    /** Writes the journal without the commits that are forgotten, and drops the terms that only they had. */
    private void writeAnew() throws IOException {
        journal().sync();
        long since = pagesSince;
        HistoryJournal fresh = HistoryJournal.create(directory, id);
        BitSet used = new BitSet();
        BitSet written = new BitSet();
        List<long[]> part = new ArrayList<>();
        MatchingVersions all = versions.scan(since, new long[] {-1, -1, -1, -1});
        CommitRecord[] base = new CommitRecord[1];
        HistoryJournal.read(directory, (entry, bytes) -> {
            if (entry.commit().number() == since) {
                base[0] = entry.commit();
            }
            return entry.commit().number() <= since;
        });
        boolean more = true;
        while (more) {
            more = all.next();
            if (more) {
                part.add(new long[] {all.term(0), all.term(1), all.term(2), all.term(3)});
            }
            if (!more || part.size() >= ENTRY_STATEMENTS) {
                Map<Long, Value> added = new LinkedHashMap<>();
                part.forEach(statement -> use(statement, used, written, added));
                fresh.add(new JournalEntry(Objects.requireNonNull(base[0]), added, List.of(), part).encode());
                part = new ArrayList<>();
            }
        }
        HistoryJournal.read(directory, (entry, bytes) -> {
            if (entry.commit().number() > since) {
                Map<Long, Value> added = new LinkedHashMap<>();
                entry.removes().forEach(statement -> use(statement, used, written, added));
                entry.adds().forEach(statement -> use(statement, used, written, added));
                fresh.add(new JournalEntry(entry.commit(), added, entry.removes(), entry.adds()).encode());
            }
            return true;
        });
        fresh.install(directory);
        journal().close();
        journal = fresh;
        sizeWhenNew = fresh.size();
        terms.retain(used);
    }

    private void use(long[] statement, BitSet used, BitSet written, Map<Long, Value> added) {
        for (long term : statement) {
            if (term != TermIds.DEFAULT_GRAPH) {
                used.set((int) term);
                if (!written.get((int) term)) {
                    written.set((int) term);
                    added.put(term, terms.term(term));
                }
            }
        }
    }

    @Override
    public CommitTable commits() {
        return commits;
    }

    @Override
    public Optional<Reading> read(long commit) {
        Pinned pinned;
        synchronized (readings) {
            if (commit < commits.first() || commit > commits.last()) {
                return Optional.empty();
            }
            readings.merge(commit, 1, Integer::sum);
            pinned = new Pinned(commits.get(commit));
        }
        try {
            writer().await(commit);
        } catch (IllegalStateException e) {
            pinned.close();
            throw e;
        }
        return Optional.of(pinned);
    }

    @Override
    public void close() {
        writer().close();
        try {
            journal().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Pinned implements Reading {
        private final CommitRecord commit;
        private boolean closed;

        Pinned(CommitRecord commit) {
            this.commit = commit;
        }

        @Override
        public CommitRecord commit() {
            return commit;
        }

        @Override
        public RDFStarTripleSource statements() {
            return new AsOfStatements(versions, terms, commit.number());
        }

        @Override
        public void close() {
            synchronized (readings) {
                if (!closed) {
                    closed = true;
                    readings.computeIfPresent(commit.number(), (number, count) -> count == 1 ? null : count - 1);
                }
            }
        }
    }
}
