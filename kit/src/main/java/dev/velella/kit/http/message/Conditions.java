package dev.velella.kit.http.message;

import org.jspecify.annotations.Nullable;

/**
 * Entity tags (RFC 9110, sections 8.8.3 and 13.1.2). The tags are weak, because one graph has the same tag in every format
 * and compression. Stateless.
 */
public final class Conditions {
    private Conditions() {}

    public static String tag(String opaque) {
        return "W/\"" + opaque + "\"";
    }

    /** Whether the client has this already, by the header If-None-Match. */
    public static boolean has(@Nullable String ifNoneMatch, String opaque) {
        if (ifNoneMatch == null) {
            return false;
        }
        for (String each : ifNoneMatch.split(",", -1)) {
            String tag = each.strip();
            String value = tag.startsWith("W/") ? tag.substring(2) : tag;
            if (tag.equals("*") || value.equals("\"" + opaque + "\"")) {
                return true;
            }
        }
        return false;
    }
}
