package dev.velella.diff.app;

import org.jspecify.annotations.Nullable;

/**
 * The health of an app at one moment. Immutable.
 *
 * @param state state of Kafka Streams; also {@code CREATED} while the app checks the topics
 * @param isLive whether the app works or can still begin to work; an app that is not live must be started again
 * @param isReady whether the app has its partitions, has restored their state and processes their records
 * @param failure why the app stopped by itself or cannot start yet; null if neither is the case
 */
record AppHealth(String state, boolean isLive, boolean isReady, @Nullable String failure) {
    /** The health as a JSON object. */
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
