package dev.velella.converter;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The place of a record in its topic. The companion {@link JellyLookBack} tells it to the converter, which has no other
 * way to learn it. It travels as a header from the consumer to the converter of the same task, and no further.
 *
 * <pre>
 * place = token "." partition "." offset     ; token is 16 base64url, the others decimal
 * </pre>
 *
 * @param token names the consumer of the companion; nobody outside of the process knows the token
 */
record RecordPlace(String token, int partition, long offset) {
    /** Name of the header. */
    static final String HEADER = "velella.place";

    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_-]{16})\\.([0-9]{1,9})\\.([0-9]{1,18})");

    /** The header's value, printable ASCII. */
    byte[] toBytes() {
        return (token + "." + partition + "." + offset).getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads the header's value; null if it has another form. */
    static @Nullable RecordPlace parse(byte @Nullable [] value) {
        if (value == null) {
            return null;
        }
        Matcher matcher = FORM.matcher(new String(value, StandardCharsets.US_ASCII));
        if (!matcher.matches()) {
            return null;
        }
        return new RecordPlace(matcher.group(1), Integer.parseInt(matcher.group(2)), Long.parseLong(matcher.group(3)));
    }
}
