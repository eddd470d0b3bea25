package dev.velella.document.jsonld;

import dev.velella.document.budget.VerifiedTerms;
import jakarta.json.JsonObject;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/**
 * Escapes the strings of a JSON-LD document, so that the library resolves relative IRIs among them without changes.
 * Without the escapes the library takes a text that Java's URI cannot parse as an empty text. For example,
 * {@code "a b"} becomes the base. It also decodes percent signs. An escape stands for each character that the library
 * would change: a noncharacter, which no text needs, and four digits. The same string always has the same escaped form.
 * Not thread-safe.
 */
public final class JsonLdText {
    private static final char ESCAPE = '\uFDD0';

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** Stands after a mark that ends an IRI, because the library leaves out an empty fragment or query. */
    private static final String NOTHING = ESCAPE + "FFFF";

    /** Stands for a colon at a place where no IRI may have one. */
    private static final String MISPLACED_COLON = ESCAPE + "FFFE";

    /**
     * Begins a key that has a colon and no scheme, and that no context makes an IRI. Without it the library would leave
     * the key out.
     */
    private static final String NO_SCHEME = "no-scheme.velella:";

    private final Set<String> keys = new HashSet<>();
    private final Set<String> terms = new HashSet<>();

    /** The whole document with escaped strings. */
    JsonStructure escaped(JsonStructure document, BudgetJson json) {
        collectKeys(document, false);
        return (JsonStructure) json.mapped(
                document,
                null,
                (key, text) ->
                        key == null ? escapedKey(text) : key.equals("@base") ? escapedBase(text) : escaped(text));
    }

    private void collectKeys(JsonValue value, boolean inContext) {
        if (value.getValueType() == JsonValue.ValueType.OBJECT) {
            JsonObject object = value.asJsonObject();
            keys.addAll(object.keySet());
            if (inContext) {
                terms.addAll(object.keySet());
            }
            object.forEach((key, member) -> collectKeys(member, inContext || key.equals("@context")));
        } else if (value.getValueType() == JsonValue.ValueType.ARRAY) {
            value.asJsonArray().forEach(item -> collectKeys(item, inContext));
        }
    }

    private String escapedKey(String key) {
        String escaped = escaped(key);
        boolean isLost = escaped.contains(MISPLACED_COLON) && !terms.contains(key) && !terms.contains("@vocab");
        return isLost ? NO_SCHEME + escaped : escaped;
    }

    /** An escaped base, without its fragment. A fragment has no effect when IRIs are resolved against the base. */
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
            // With a prefix of the document the text is a compact IRI, which is not resolved.
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

    /** Whether Java's URI refuses the character, or returns it as another one. */
    private static boolean isChanged(char c) {
        return c < 0x80
                ? c <= ' ' || "<>\"\\^`{|}%[]\u007F".indexOf(c) >= 0
                : Character.isISOControl(c) || Character.isSpaceChar(c);
    }

    private static String escape(char c) {
        return ESCAPE + HEX.toHexDigits(c);
    }

    /** The IRI of an escaped key, to which a vocabulary may have added its beginning. */
    static String property(String escaped) {
        String iri = text(escaped);
        if (escaped.startsWith(NO_SCHEME)) {
            throw new IllegalArgumentException("not an IRI, as no scheme is before its colon: " + iri);
        }
        return iri;
    }

    /** The IRI of an escaped text, whether the library has resolved it or not. */
    static String iri(String escaped) {
        String iri = text(escaped);
        if (escaped.contains(MISPLACED_COLON)) {
            throw new IllegalArgumentException("not an IRI, as no scheme is before its colon: "
                    + (iri.startsWith(JsonLdTerms.NO_BASE) ? iri.substring(JsonLdTerms.NO_BASE.length()) : iri));
        }
        return iri;
    }

    /** The original of an escaped text. */
    public static String text(String escaped) {
        int at = escaped.indexOf(ESCAPE);
        if (at < 0) {
            return escaped;
        }
        int from = escaped.startsWith(NO_SCHEME) ? NO_SCHEME.length() : 0;
        StringBuilder text = new StringBuilder(escaped.length()).append(escaped, from, at);
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

    /**
     * Whether an escape stands at this place. If not, the character comes from outside of the document, or a message
     * was cut.
     */
    private static boolean isEscape(String text, int at) {
        boolean digits = at + 4 < text.length();
        for (int i = at + 1; digits && i < at + 5; i++) {
            digits = HexFormat.isHexDigit(text.charAt(i));
        }
        return digits;
    }
}
