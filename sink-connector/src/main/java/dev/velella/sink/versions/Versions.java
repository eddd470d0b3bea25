package dev.velella.sink.versions;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The versions of all statements of a store, in four trees. A statement is four numbers: subject, predicate, object and
 * graph ({@link TermIds}). One thread writes; other threads may scan as of finished commits meanwhile.
 */
public final class Versions {
    /** Maximum number of changed pages of a tree that wait in memory. */
    private static final int MOST_DRAFTS = 1 << 12;

    private final Map<KeyOrder, VersionTree> trees = new EnumMap<>(KeyOrder.class);

    Versions(PageStore pages) {
        KeyOrder.ALL.forEach(order -> trees.put(order, new VersionTree(order, pages)));
    }

    /**
     * Writes the changes of a commit. They may be written in several calls with the same commit. Nobody may scan as of
     * this commit before all of them are written.
     *
     * @param removes statements that are alive
     * @param adds statements that are not alive after the removes
     */
    void write(long commit, List<long[]> removes, List<long[]> adds) {
        for (VersionTree tree : trees.values()) {
            tree.begin(commit);
            for (long[] removed : tree.order().sorted(removes)) {
                tree.remove(removed);
                spill(tree, commit);
            }
            for (long[] added : tree.order().sorted(adds)) {
                tree.add(added);
                spill(tree, commit);
            }
            tree.finish();
        }
    }

    private static void spill(VersionTree tree, long commit) {
        if (tree.drafts() > MOST_DRAFTS) {
            tree.finish();
            tree.begin(commit);
        }
    }

    /**
     * The statements that are alive at a commit and have given terms.
     *
     * @param pattern number of each term; {@link TermIds#UNKNOWN} for any
     */
    MatchingVersions scan(long commit, long[] pattern) {
        int bound = 0;
        for (int term = 0; term < pattern.length; term++) {
            bound |= pattern[term] == TermIds.UNKNOWN ? 0 : 1 << term;
        }
        KeyOrder order = KeyOrder.best(bound);
        int places = order.leading(bound);
        VersionTree tree = Objects.requireNonNull(trees.get(order));
        return new MatchingVersions(tree.scan(commit, order.key(pattern), places), order, pattern);
    }
}
