package dev.velella.topic;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Shows text and bytes of a topic, which may hold any characters, in a line for people. */
public final class Shown {
    /** Characters that a terminal or a line reader would not take for text. */
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}]");

    private static final int LONGEST = 200;

    private Shown() {}

    /** Text in one line, without control characters. */
    public static String line(String text) {
        return NOT_PRINTABLE.matcher(text).replaceAll("\uFFFD");
    }

    /** As {@link #line}, but cut if it is long. */
    private static String text(String text) {
        String printable = line(text);
        return printable.codePointCount(0, printable.length()) <= LONGEST
                ? printable
                : printable.substring(0, printable.offsetByCodePoints(0, LONGEST)) + "...";
    }

    /** A key: text in quotes, other bytes in hexadecimal, {@code null} if there is none. */
    public static String key(byte @Nullable [] key) {
        if (key == null) {
            return "null";
        }
        String text = utf8(key);
        if (text == null) {
            String hex = HexFormat.of().formatHex(key);
            return "0x" + (hex.length() <= LONGEST ? hex : hex.substring(0, LONGEST) + "...");
        }
        return '"' + text(text.replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
    }

    /** The text of bytes in UTF-8; null if they are not UTF-8. */
    public static @Nullable String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** A timestamp in ISO 8601; {@code -} if there is none. */
    public static String time(long ms) {
        if (ms < 0) {
            return "-";
        }
        try {
            return Instant.ofEpochMilli(ms).toString();
        } catch (DateTimeException e) {
            return Long.toString(ms);
        }
    }
}
