package dev.velella.diff.app;

import org.jspecify.annotations.Nullable;

/**
 * How an app does at one moment. Immutable.
 *
 * @param state that of Kafka Streams; {@code CREATED} too while the topics are checked
 * @param isLive whether it works or still may; an app that is not live has to be started again
 * @param isReady whether it has its partitions, has restored their state and works on them
 * @param failure why it stopped by itself, or cannot start yet; null where neither is so
 */
record AppHealth(String state, boolean isLive, boolean isReady, @Nullable String failure) {
    /** As a JSON object. */
    String toJson() {
        String why = failure == null ? "null" : quoted(failure);
        return "{\"state\":" + quoted(state) + ",\"live\":" + isLive + ",\"ready\":" + isReady + ",\"failure\":" + why
                + "}";
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
