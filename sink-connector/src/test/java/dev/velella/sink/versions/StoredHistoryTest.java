package dev.velella.sink.versions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.sink.store.CommitRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A history in rows keeps what its retention asks for, forgets the rest, and is right about all that it keeps. */
class StoredHistoryTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** Time between two commits in ms. */
    private static final long STEP = 10;

    private static final long BEGIN = 1_000_000;

    private final Rows rows = new Rows();
    private final Map<Long, Set<List<Long>>> states = new HashMap<>();
    private final Set<List<Long>> state = new HashSet<>();
    private long last;

    private StoredHistory open(long retentionMs) {
        return new StoredHistory(new Terms(), () -> rows, new HistorySettings(true, retentionMs));
    }

    private static CommitRecord record(long number) {
        return new CommitRecord(number, BEGIN + STEP * number, CommitRecord.NO_TIME, Map.of());
    }

    private static long[] key(List<Long> statement) {
        return statement.stream().mapToLong(Long::longValue).toArray();
    }

    /** The next commit: a third of the statements goes, and others come. */
    private void commit(StoredHistory history, Random random, int adds) {
        List<long[]> removed = new ArrayList<>();
        for (List<Long> present : List.copyOf(state)) {
            if (random.nextInt(3) == 0) {
                removed.add(key(present));
                state.remove(present);
            }
        }
        Set<List<Long>> gone = new HashSet<>();
        removed.forEach(each -> gone.add(List.of(each[0], each[1], each[2], each[3])));
        List<long[]> added = new ArrayList<>();
        for (int i = 0; i < adds; i++) {
            List<Long> statement = List.of(
                    1L + random.nextInt(40), 1L + random.nextInt(3), 1L + random.nextInt(40), (long) random.nextInt(2));
            if (!gone.contains(statement) && state.add(statement)) {
                added.add(key(statement));
            }
        }
        last++;
        history.write(rows, record(last), removed, added);
        history.committed();
        states.put(last, Set.copyOf(state));
    }

    private void assertKept(StoredHistory history, long first) {
        CommitTable commits = history.commits();
        assertThat(commits.first()).isEqualTo(first);
        assertThat(commits.last()).isEqualTo(last);
        assertThat(history.read(first - 1)).isEmpty();
        assertThat(history.read(last + 1)).isEmpty();
        assertThat(commits.find(first - 1)).isEmpty();
        for (long number = first; number <= last; number++) {
            assertThat(commits.get(number)).isEqualTo(record(number));
            assertThat(found(history, number))
                    .as("commit %d of %d", number, last)
                    .isEqualTo(states.get(number));
        }
    }

    private static Set<List<Long>> found(StoredHistory history, long commit) {
        Set<List<Long>> found = new HashSet<>();
        try (StoreHistory.Reading reading = history.read(commit).orElseThrow();
                CloseableIteration<? extends Statement> all =
                        reading.statements().getStatements(null, null, null)) {
            assertThat(reading.commit().number()).isEqualTo(commit);
            while (all.hasNext()) {
                Statement statement = all.next();
                assertThat(found.add(List.of(
                                number(statement.getSubject()),
                                number(statement.getPredicate()),
                                number(statement.getObject()),
                                number(statement.getContext()))))
                        .isTrue();
            }
        }
        return found;
    }

    /** The first kept commit is the state at the horizon. The last two commits stay in any case. */
    private long first(long retentionMs) {
        return Math.max(1, Math.min(last - 1, Math.floorDiv(STEP * last - retentionMs, STEP)));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, STEP, 25, 10 * STEP})
    void everyCommitThatIsKeptIsRightAfterEachCommit(long retentionMs) {
        Random random = new Random(retentionMs);
        StoredHistory history = open(retentionMs);
        history.begin(0);
        for (int i = 0; i < 60; i++) {
            commit(history, random, i % 20 == 7 ? 600 : 60);
            assertKept(history, first(retentionMs));
            assertKept(open(retentionMs), first(retentionMs)); // nothing in its memory
            if (i % 9 == 8) {
                history = open(retentionMs);
            }
        }
        assertThat(rows.count(RowKeys.COMMIT)).isEqualTo(last - first(retentionMs) + 1);
    }

    @Test
    void aHistoryForEverForgetsNothing() {
        Random random = new Random(8);
        StoredHistory history = open(Long.MAX_VALUE);
        history.begin(0);
        for (int i = 0; i < 40; i++) {
            commit(history, random, 60);
        }
        assertKept(history, 1);
        assertKept(open(Long.MAX_VALUE), 1);
    }

    /** Else the disk fills although nothing is kept. */
    @Test
    void whatIsForgottenLeavesNoRows() {
        StoredHistory history = open(0);
        history.begin(0);
        Random random = new Random(9);
        int most = 0;
        for (int i = 0; i < 200; i++) {
            commit(history, random, 60);
            if (i == 50) {
                most = rows.all.size();
            }
        }
        assertThat(rows.all.size()).isLessThan(2 * most);
        for (KeyOrder order : KeyOrder.ALL) {
            assertThat(rows
                            .keys(
                                    RowKeys.of(RowKeys.ROOT, order.number()),
                                    RowKeys.of(RowKeys.ROOT, order.number() + 1),
                                    Integer.MAX_VALUE)
                            .stream()
                            .filter(key -> RowKeys.number(key, 1) < last - 1))
                    .as("roots of earlier commits")
                    .hasSizeLessThanOrEqualTo(1);
        }
        long ended = RowKeys.number(
                rows.keys(new byte[] {RowKeys.ENDED}, new byte[] {RowKeys.ENDED + 1}, 1)
                        .get(0),
                0);
        assertThat(ended).as("the first page that waits for its end").isEqualTo(last);
    }

    /** A retention that was shortened forgets many commits, some with each commit. */
    @Test
    void aShorterRetentionForgetsAPartWithEachCommit() {
        Random random = new Random(10);
        StoredHistory history = open(Long.MAX_VALUE);
        history.begin(0);
        for (int i = 0; i < 400; i++) {
            commit(history, random, 3);
        }
        history = open(0);
        commit(history, random, 3);
        assertKept(history, 257);
        commit(history, random, 3);
        assertKept(history, last - 1);
        assertKept(open(0), last - 1);
    }

    private static long number(@Nullable Value term) {
        return term == null
                ? TermIds.DEFAULT_GRAPH
                : Long.parseLong(term.stringValue().substring("urn:".length()));
    }

    /** Terms that are their numbers. */
    private static final class Terms implements TermIds {
        @Override
        public long find(Value term) {
            return number(term);
        }

        @Override
        public Value term(long id) {
            return VALUES.createIRI("urn:" + id);
        }

        @Override
        public ValueFactory values() {
            return VALUES;
        }
    }

    /** Rows in memory, which see all changes at once. */
    private static final class Rows implements KeyedRows {
        private final TreeMap<byte[], byte[]> all = new TreeMap<>(Arrays::compareUnsigned);

        @Override
        public byte @Nullable [] get(byte[] key) {
            return all.get(key);
        }

        @Override
        public List<byte[]> keys(byte[] from, byte[] before, int most) {
            return all.subMap(from, before).keySet().stream().limit(most).toList();
        }

        long count(byte kind) {
            return all.keySet().stream().filter(key -> key[0] == kind).count();
        }

        @Override
        public void put(byte[] key, byte[] value) {
            all.put(key, value);
        }

        @Override
        public void delete(byte[] key) {
            all.remove(key);
        }

        @Override
        public void close() {
            // it stays for the next transaction
        }
    }
}
