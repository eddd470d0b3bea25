package dev.velella.sink.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The trees of versions answer for every commit like a list of the sets that the commits led to. */
class VersionsTest {
    private static final int COMMITS = 60;

    private static long[] random(Random random, int spread) {
        return new long[] {
            1 + random.nextInt(spread), 1 + random.nextInt(5), 1 + random.nextInt(spread), random.nextInt(3)
        };
    }

    private static List<Long> list(long[] statement) {
        return List.of(statement[0], statement[1], statement[2], statement[3]);
    }

    static Set<List<Long>> found(Versions versions, long commit, long[] pattern) {
        Set<List<Long>> found = new LinkedHashSet<>();
        MatchingVersions rows = versions.scan(commit, pattern);
        while (rows.next()) {
            assertThat(found.add(List.of(rows.term(0), rows.term(1), rows.term(2), rows.term(3))))
                    .isTrue();
        }
        return found;
    }

    @Property(tries = 40)
    void everyCommitIsTheSetThatItLedTo(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 400) int spread, @ForAll @IntRange(max = 3) int mood) {
        Random random = new Random(seed);
        HeapPages pages = new HeapPages();
        Versions versions = new Versions(pages);
        List<Set<List<Long>>> states = new ArrayList<>();
        Set<List<Long>> state = new HashSet<>();
        for (int commit = 0; commit < COMMITS; commit++) {
            List<long[]> removes = new ArrayList<>();
            List<long[]> adds = new ArrayList<>();
            int share = mood == 0 ? 2 : mood == 1 ? 10 : commit % 12 == 11 ? 1 : 30;
            Set<List<Long>> touched = new HashSet<>();
            for (List<Long> present : new ArrayList<>(state)) {
                if (random.nextInt(share) == 0) {
                    removes.add(present.stream().mapToLong(Long::longValue).toArray());
                    touched.add(present);
                    state.remove(present);
                }
            }
            int many = random.nextInt(mood == 3 ? 1_000 : 200);
            for (int i = 0; i < many; i++) {
                long[] added = random(random, spread);
                if (!touched.contains(list(added)) && state.add(list(added))) {
                    adds.add(added);
                }
            }
            versions.write(100 + commit, removes, adds);
            states.add(Set.copyOf(state));
        }
        int first = random.nextInt(COMMITS);
        pages.dropBefore(100 + first);
        for (int commit = first; commit < COMMITS; commit++) {
            Set<List<Long>> expected = states.get(commit);
            assertThat(found(versions, 100 + commit, new long[] {-1, -1, -1, -1}))
                    .isEqualTo(expected);
            for (int bound = 1; bound < 16; bound++) {
                long[] pattern = random(random, spread);
                if (!expected.isEmpty() && random.nextInt(4) > 0) {
                    pattern = expected.iterator().next().stream()
                            .mapToLong(Long::longValue)
                            .toArray();
                }
                for (int term = 0; term < 4; term++) {
                    pattern[term] = (bound >> term & 1) == 1 ? pattern[term] : -1;
                }
                long[] asked = pattern;
                Set<List<Long>> matching = new HashSet<>(expected);
                matching.removeIf(statement -> {
                    for (int term = 0; term < 4; term++) {
                        if (asked[term] >= 0 && asked[term] != statement.get(term)) {
                            return true;
                        }
                    }
                    return false;
                });
                assertThat(found(versions, 100 + commit, asked)).isEqualTo(matching);
            }
        }
    }

    /** A small graph that is changed for long does not become a large one for queries. */
    @org.junit.jupiter.api.Test
    void aQueryReadsFewPagesHoweverManyVersionsThereAre() {
        HeapPages pages = new HeapPages();
        Versions versions = new Versions(pages);
        int commits = 20_000;
        versions.write(1, List.of(), List.of(new long[] {1, 1, 1, 0}));
        for (int commit = 2; commit <= commits; commit++) {
            versions.write(commit, List.of(new long[] {1, 1, commit - 1, 0}), List.of(new long[] {1, 1, commit, 0}));
        }
        assertThat(found(versions, 777, new long[] {1, 1, -1, -1})).containsExactly(List.of(1L, 1L, 777L, 0L));
        assertThat(pages.size()).isLessThan(4 * commits / 30);
        pages.dropBefore(commits);
        assertThat(pages.size()).isLessThan(40);
    }
}
