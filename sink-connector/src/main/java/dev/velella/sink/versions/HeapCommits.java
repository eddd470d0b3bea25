package dev.velella.sink.versions;

import dev.velella.sink.store.CommitRecord;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Commits on the heap. One thread writes; any thread may read. */
final class HeapCommits implements CommitTable {
    private final Map<Long, CommitRecord> commits = new ConcurrentHashMap<>();
    private volatile long first = 1;
    private volatile long last;

    @Override
    public long first() {
        return first;
    }

    @Override
    public long last() {
        return last;
    }

    @Override
    public CommitRecord get(long number) {
        return Objects.requireNonNull(commits.get(number));
    }

    @Override
    public Optional<CommitRecord> find(long number) {
        return Optional.ofNullable(commits.get(number));
    }

    /** Adds the next commit, or the first one. From now on readers may ask for it. */
    void add(CommitRecord commit) {
        if (commits.isEmpty()) {
            first = commit.number();
        }
        commits.put(commit.number(), commit);
        last = commit.number();
    }

    /** Drops the commits before a commit. */
    void dropBefore(long commit) {
        long from = first;
        first = Math.max(from, commit);
        for (long number = from; number < commit; number++) {
            commits.remove(number);
        }
    }
}
