package dev.velella.document.jsonld;

import dev.velella.document.budget.VerifiedTerms;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/**
 * The strings of a JSON-LD document, spelled so that the library resolves relative IRIs among them without a change. Left
 * to itself it takes what Java's URI cannot parse for an empty text, so that {@code "a b"} becomes the base, and decodes
 * percent signs. The characters that it would change are replaced by an escape of characters that no text needs, a
 * noncharacter and four digits. The same string always has the same escaped form. Not thread-safe.
 */
public final class JsonLdText {
    private static final char ESCAPE = '\uFDD0';

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** Stands behind a mark that ends an IRI, as an empty fragment or query would be left out. */
    private static final String NOTHING = ESCAPE + "FFFF";

    /** A colon where no IRI may have one. */
    private static final String MISPLACED_COLON = ESCAPE + "FFFE";

    private final Set<String> keys = new HashSet<>();

    /** The whole document with escaped strings. */
    JsonStructure escaped(JsonStructure document, BudgetJson json) {
        collectKeys(document);
        return (JsonStructure)
                json.mapped(document, null, (key, text) -> "@base".equals(key) ? escapedBase(text) : escaped(text));
    }

    private void collectKeys(JsonValue value) {
        if (value.getValueType() == JsonValue.ValueType.OBJECT) {
            keys.addAll(value.asJsonObject().keySet());
            value.asJsonObject().values().forEach(this::collectKeys);
        } else if (value.getValueType() == JsonValue.ValueType.ARRAY) {
            value.asJsonArray().forEach(this::collectKeys);
        }
    }

    /** A base, without its fragment, which is never part of what is resolved against it. */
    static String escapedBase(String base) {
        int fragment = base.indexOf('#');
        return escapedCharacters(fragment < 0 ? base : base.substring(0, fragment));
    }

    private String escaped(String text) {
        if (text.startsWith("@") || text.startsWith("_:") || VerifiedTerms.hasScheme(text)) {
            return text.indexOf(ESCAPE) < 0 ? text : text.replace(String.valueOf(ESCAPE), escape(ESCAPE));
        }
        String escaped = escapedCharacters(text);
        int colon = text.indexOf(':');
        if (colon >= 0) {
            // A prefix of the document makes it a compact IRI, which is not resolved.
            return keys.contains(text.substring(0, colon))
                    ? escaped
                    : escaped.replace(
                            ":", text.substring(0, colon).matches("(?s).*[/?#].*") ? escape(':') : MISPLACED_COLON);
        }
        escaped = escaped.replace("?#", "?" + NOTHING + "#");
        return escaped.endsWith("#") || escaped.endsWith("?") ? escaped + NOTHING : escaped;
    }

    private static String escapedCharacters(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 20);
        boolean fragment = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ESCAPE || isChanged(c) || (c == '#' && fragment)) {
                escaped.append(escape(c));
            } else {
                escaped.append(c);
            }
            fragment |= c == '#';
        }
        return escaped.toString();
    }

    /** Whether Java's URI refuses the character, or gives it back as another. */
    private static boolean isChanged(char c) {
        return c < 0x80
                ? c <= ' ' || "<>\"\\^`{|}%[]\u007F".indexOf(c) >= 0
                : Character.isISOControl(c) || Character.isSpaceChar(c);
    }

    private static String escape(char c) {
        return ESCAPE + HEX.toHexDigits(c);
    }

    /** The IRI that an escaped text stands for, resolved or not. */
    static String iri(String escaped) {
        if (escaped.contains(MISPLACED_COLON)) {
            throw new IllegalArgumentException("not an IRI, as no scheme is before its colon: " + text(escaped));
        }
        return text(escaped);
    }

    /** The text that was escaped. */
    public static String text(String escaped) {
        int at = escaped.indexOf(ESCAPE);
        if (at < 0) {
            return escaped;
        }
        StringBuilder text = new StringBuilder(escaped.length()).append(escaped, 0, at);
        for (int i = at; i < escaped.length(); i++) {
            char c = escaped.charAt(i);
            if (c == ESCAPE && isEscape(escaped, i)) {
                int code = HexFormat.fromHexDigits(escaped, i + 1, i + 5);
                if (code != 0xFFFF) {
                    text.append(code == 0xFFFE ? ':' : (char) code);
                }
                i += 4;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    /** Else it is from outside of the document, or a message was cut. */
    private static boolean isEscape(String text, int at) {
        boolean digits = at + 4 < text.length();
        for (int i = at + 1; digits && i < at + 5; i++) {
            digits = HexFormat.isHexDigit(text.charAt(i));
        }
        return digits;
    }
}
