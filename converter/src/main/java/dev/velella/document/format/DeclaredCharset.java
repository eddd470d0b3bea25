package dev.velella.document.format;

import dev.velella.rdf.ErrorText;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parameter {@code charset} of a content type, against the encoding by which a document is read. */
public final class DeclaredCharset {
    private static final Pattern CHARSET = Pattern.compile("(?i);\\s*charset\\s*=\\s*\"?\\s*([^\\s;\"]+)");
    private static final Pattern XML_ENCODING =
            Pattern.compile("<\\?xml\\s[^>]*?\\sencoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]*)[\"']");

    /** Pairs of encodings that spell the characters of ASCII alike. */
    private static final Pattern SINGLE_BYTES = Pattern.compile(
            "(utf-8|us-ascii|iso-8859-\\d+|windows-125\\d) (utf-8|us-ascii|iso-8859-\\d+|windows-125\\d)");

    private static final int LONGEST_DECLARATION = 1024;

    private DeclaredCharset() {}

    /**
     * Compares the encoding that a content type names with the one by which the document is read. That is UTF-8, or what a
     * document of XML declares. If all bytes are ASCII, the single-byte encodings and UTF-8 do not differ.
     *
     * @param contentType with its parameters; null for none
     * @return a message for the sender of the document; null if nothing is wrong
     */
    public static @Nullable String contradiction(@Nullable String contentType, byte[] document) {
        Matcher named = CHARSET.matcher(contentType == null ? "" : contentType);
        if (!named.find()) {
            return null;
        }
        String charset = named.group(1).toLowerCase(Locale.ROOT);
        Matcher declared = XML_ENCODING.matcher(
                new String(document, 0, Math.min(document.length, LONGEST_DECLARATION), StandardCharsets.ISO_8859_1));
        String read = declared.lookingAt() ? declared.group(1).toLowerCase(Locale.ROOT) : "utf-8";
        if (charset.equals(read) || (SINGLE_BYTES.matcher(charset + " " + read).matches() && isAscii(document))) {
            return null;
        }
        return "content type " + ErrorText.name(contentType) + " names the encoding " + charset
                + ", and the text is read as " + read + "; send " + read;
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte b : bytes) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }
}
