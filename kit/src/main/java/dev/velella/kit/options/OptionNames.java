package dev.velella.kit.options;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds misspelt names of options. Kafka ignores unknown options. Without this check a misspelt option would have no
 * effect, and nobody would notice. Stateless.
 */
public final class OptionNames {
    /** Most letters by which a name may differ from the defined name. */
    private static final int MOST_EDITS = 2;

    private OptionNames() {}

    /**
     * The defined name that a user probably meant: the shortest that begins with the given name, or else the name that is
     * most similar to it. Empty in these cases:
     *
     * <ul>
     * <li>The name is defined.
     * <li>The name probably belongs to another program: its first word, up to the first point, is the first word of no
     *     defined name, and it differs from each defined name in more than two letters.
     * </ul>
     *
     * @param name of an option that was given
     * @param defined names of all options
     */
    public static Optional<String> meant(String name, Set<String> defined) {
        if (defined.contains(name)) {
            return Optional.empty();
        }
        boolean isOurs = defined.stream().anyMatch(each -> first(each).equals(first(name)));
        return nearest(name, defined).filter(nearest -> isOurs || edits(name, nearest) <= MOST_EDITS);
    }

    /** The shortest name that begins with the given one, or else the most similar name; empty if there are no names. */
    static Optional<String> nearest(String name, Set<String> defined) {
        return new TreeSet<>(defined)
                .stream()
                        .min(Comparator.<String, Boolean>comparing(each -> !each.startsWith(name + "."))
                                .thenComparingInt(each -> edits(name, each)));
    }

    /** Whether two names differ in a few letters: at most two, and at most a quarter of the shorter one. */
    static boolean isNear(String name, String other) {
        return edits(name, other) <= Math.min(MOST_EDITS, Math.min(name.length(), other.length()) / 4);
    }

    private static String first(String name) {
        int point = name.indexOf('.');
        return point < 0 ? name : name.substring(0, point);
    }

    /** Levenshtein's distance. */
    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
