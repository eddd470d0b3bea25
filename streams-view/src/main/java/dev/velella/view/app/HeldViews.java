package dev.velella.view.app;

import dev.velella.view.View;
import dev.velella.view.ViewSet;
import dev.velella.view.data.StaticData;
import dev.velella.view.definition.ViewDefinition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What holds in a view app, for a program that watches it: it gives the records of one partition of the topic of epochs, in
 * their order. Not thread-safe.
 */
public final class HeldViews {
    private final List<byte[]> parts = new ArrayList<>();
    private final Map<String, String> refused = new TreeMap<>();
    private @Nullable Epoch epoch;

    /**
     * Takes the next record.
     *
     * @param value null for a tombstone
     * @throws RuntimeException if it is none of this version's view app; what held before still does
     */
    public void take(byte[] key, byte @Nullable [] value) {
        String name = new String(key, StandardCharsets.UTF_8);
        if (value == null) {
            return;
        }
        if (name.startsWith(ViewTask.REFUSED)) {
            refuse(name.substring(ViewTask.REFUSED.length()), new String(value, StandardCharsets.UTF_8));
        } else if (name.startsWith(Epoch.PART)) {
            Epoch.Part part = new Epoch.Part(value);
            if (!part.follows(parts)) {
                return;
            }
            if (part.number() == 0) {
                parts.clear();
            }
            parts.add(value);
            if (part.isLast()) {
                epoch = Epoch.of(parts);
                parts.clear();
                refused.clear();
            }
        }
    }

    /** A refusal counts for the definition and static data for which it was given. Only this view is compiled: that is cheap. */
    private void refuse(String name, String text) {
        Epoch present = epoch;
        if (present != null) {
            List<ViewDefinition> named = present.definitions().stream()
                    .filter(each -> each.name().equals(name))
                    .toList();
            int end = text.indexOf('\n');
            for (View view :
                    ViewSet.compile(named, StaticData.of(present.fixed()), 0).views()) {
                if (end > 0 && view.digest().equals(text.substring(0, end))) {
                    refused.put(name, text.substring(end + 1));
                }
            }
        }
    }

    /** Number of the definitions and static data that hold; 0 before the first. */
    public long epoch() {
        return epoch == null ? 0 : epoch.number();
    }

    /** The definitions that hold, in the order of their names. */
    public List<ViewDefinition> definitions() {
        return epoch == null ? List.of() : epoch.definitions();
    }

    /** Why views are refused since an answer broke their key, by name. */
    public Map<String, String> refused() {
        return Map.copyOf(refused);
    }
}
