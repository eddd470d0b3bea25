package dev.velella.document.parse;

import dev.velella.document.budget.MalformedDocumentException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of an XML document, as its first bytes tell it. A byte order mark, or two bytes for each character, are
 * certain; else the declaration of XML decides; without one it is UTF-8. A declaration that cannot be true, because it
 * was read as ASCII itself, is not followed: the text is read as UTF-8, which programs write that declare UTF-16.
 *
 * @param charset the encoding
 * @param declared the name in the declaration; null if there is none
 * @param bytes the whole document
 */
record XmlEncoding(Charset charset, @Nullable String declared, InputStream bytes) {
    /** More bytes than a declaration has. */
    private static final int LONGEST_DECLARATION = 1024;

    private static final String BEGIN = "<?xml";

    private static final Pattern DECLARATION =
            Pattern.compile("<\\?xml\\s[^>]*?\\sencoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]*)[\"'][^>]*>[\\s\\S]*");

    /** @throws MalformedDocumentException if Java does not know the declared encoding */
    static XmlEncoding of(InputStream in) throws IOException {
        byte[] begin = in.readNBytes(LONGEST_DECLARATION);
        InputStream whole = new SequenceInputStream(new ByteArrayInputStream(begin), in);
        Charset certain = certain(begin);
        if (certain != null) {
            return new XmlEncoding(certain, null, whole);
        }
        Matcher declaration = DECLARATION.matcher(new String(begin, StandardCharsets.ISO_8859_1));
        if (!declaration.matches()) {
            return new XmlEncoding(StandardCharsets.UTF_8, null, whole);
        }
        String name = declaration.group(1);
        if (!Charset.isSupported(name)) {
            throw new MalformedDocumentException(
                    1,
                    0,
                    "its XML declaration names the encoding " + name + ", which Java does not know; use UTF-8",
                    null);
        }
        Charset charset = Charset.forName(name);
        boolean canBeTrue =
                charset.canEncode() && new String(BEGIN.getBytes(charset), StandardCharsets.ISO_8859_1).equals(BEGIN);
        return new XmlEncoding(canBeTrue ? charset : StandardCharsets.UTF_8, name, whole);
    }

    private static @Nullable Charset certain(byte[] begin) {
        int first = begin.length < 2 ? 0 : (begin[0] & 0xFF) << 8 | (begin[1] & 0xFF);
        return switch (first) {
            case 0xFEFF, 0x003C -> StandardCharsets.UTF_16BE;
            case 0xFFFE, 0x3C00 -> StandardCharsets.UTF_16LE;
            case 0xEFBB -> StandardCharsets.UTF_8;
            default -> null;
        };
    }

    /** Why the bytes cannot be read. */
    String problem() {
        if (declared == null) {
            return "not " + charset.name();
        }
        return Charset.forName(declared).equals(charset)
                ? "not " + charset.name() + ", as its XML declaration says"
                : "neither " + declared + ", as its XML declaration says, nor " + charset.name();
    }
}
