package dev.velella.status;

import dev.velella.status.state.Trouble;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects the troubles of one look. Not thread-safe. */
final class Findings {
    private final History history;
    private final long now;
    private final List<Trouble> troubles = new ArrayList<>();
    private final Set<String> keys = new HashSet<>();

    Findings(History history, long now) {
        this.history = history;
        this.now = now;
    }

    /** Adds a trouble. */
    void add(Check check, String part, String where, String says, String cure) {
        add(check, part, where, now, says, cure);
    }

    /** Adds a trouble that began at a known time. */
    void add(Check check, String part, String where, long since, String says, String cure) {
        String key = check + " " + where;
        if (keys.add(key)) {
            troubles.add(new Trouble(
                    check.alert(),
                    check.severity(),
                    part,
                    where,
                    Math.min(since, history.since(key, now)),
                    says,
                    cure));
        }
    }

    /** Whether a counter has grown within ten minutes. */
    boolean grew(String counter, double value) {
        return history.grew(counter, value, now);
    }

    /** The troubles of this look. A trouble of a former look that was not found again is forgotten. */
    List<Trouble> troubles() {
        history.keep(keys);
        return List.copyOf(troubles);
    }
}
