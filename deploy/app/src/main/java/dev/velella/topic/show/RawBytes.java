package dev.velella.topic.show;

import dev.velella.topic.Shown;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows bytes of a record to people: as text if they are UTF-8, else in hexadecimal. Long values are cut. */
final class RawBytes {
    private static final int BYTES_A_LINE = 16;

    private RawBytes() {}

    /**
     * Lines without control characters. If bytes are left out, the last line tells their number.
     *
     * @param most most bytes that are shown; for text, most characters
     */
    static List<String> lines(byte[] bytes, int most) {
        String text = Shown.utf8(bytes);
        List<String> lines = new ArrayList<>();
        if (text != null) {
            String cut =
                    text.length() <= most ? text : text.substring(0, text.offsetByCodePoints(0, points(text, most)));
            cut.lines().map(Shown::line).forEach(lines::add);
            addRest(lines, text.length() - cut.length(), "characters");
        } else {
            int shown = Math.min(most, bytes.length);
            for (int at = 0; at < shown; at += BYTES_A_LINE) {
                lines.add(dump(bytes, at, Math.min(at + BYTES_A_LINE, shown)));
            }
            addRest(lines, bytes.length - shown, "bytes");
        }
        return lines;
    }

    /** Number of code points in the first characters of a text. */
    private static int points(String text, int characters) {
        return text.codePointCount(0, characters);
    }

    private static void addRest(List<String> lines, int rest, String of) {
        if (rest > 0) {
            lines.add("... and " + rest + " more " + of);
        }
    }

    /** A line of a dump: place, bytes, and the ASCII characters among them. */
    private static String dump(byte[] bytes, int from, int to) {
        StringBuilder line = new StringBuilder(String.format("%08x ", from));
        StringBuilder text = new StringBuilder();
        for (int at = from; at < to; at++) {
            line.append(' ').append(HexFormat.of().toHexDigits(bytes[at]));
            text.append(bytes[at] >= ' ' && bytes[at] < 0x7f ? (char) bytes[at] : '.');
        }
        return line.append("   ".repeat(from + BYTES_A_LINE - to))
                .append("  ")
                .append(text)
                .toString();
    }

    /** Value of a header in a line: text in quotes, other bytes in hexadecimal, {@code null} if there is none. */
    static String value(byte @Nullable [] value, int most) {
        if (value == null) {
            return "null";
        }
        String text = Shown.utf8(value);
        String shown = text == null ? HexFormat.of().formatHex(value) : Shown.line(escaped(text));
        String cut = shown.length() <= most
                ? shown
                : shown.substring(0, shown.offsetByCodePoints(0, points(shown, most))) + "...";
        return text == null ? "0x" + cut : '"' + cut + '"';
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\r", "\\r")
                .replace("\n", "\\n")
                .replace("\t", "\\t");
    }
}
