package dev.velella.diff.options;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds known names that are similar to a mistyped name. */
final class NearNames {
    private static final int MOST = 3;

    private NearNames() {}

    /** Up to three known names, the most similar name first. */
    static List<String> of(String name, Collection<String> known) {
        return known.stream()
                .sorted(Comparator.comparingInt(candidate -> distance(name, candidate)))
                .limit(MOST)
                .toList();
    }

    /** Levenshtein distance: number of characters that must be inserted, deleted or replaced. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
