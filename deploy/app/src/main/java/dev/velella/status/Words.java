package dev.velella.status;

import java.util.Locale;

/** Times and numbers, as people read them. Stateless. */
public final class Words {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Words() {}

    /** A duration in ms: 350 ms, 12 s, 5 min, 3 h or 2 d. */
    public static String time(long ms) {
        if (ms < SECOND) {
            return ms + " ms";
        } else if (ms < 2 * MINUTE) {
            return ms / SECOND + " s";
        } else if (ms < 2 * HOUR) {
            return ms / MINUTE + " min";
        }
        return ms < 2 * DAY ? ms / HOUR + " h" : ms / DAY + " d";
    }

    /** A number with its noun, in the plural unless it is 1. */
    public static String count(long number, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
    }
}
