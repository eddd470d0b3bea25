package dev.velella.view.app;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is refused of the definitions at present, for the health of the app. Shared by its tasks. Thread-safe. */
final class ViewFaults {
    private final Map<String, String> refused = new TreeMap<>();

    /** @param what a view, or a key of the topic of definitions */
    synchronized void refuse(String what, String why) {
        refused.put(what, why);
    }

    synchronized void clear(String what) {
        refused.remove(what);
    }

    synchronized int count() {
        return refused.size();
    }

    /** All of it in one line; null if there is nothing. */
    synchronized @Nullable String text() {
        return refused.isEmpty() ? null : "refused: " + String.join("; ", refused.values());
    }
}
