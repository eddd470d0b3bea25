package dev.velella.document.jsonld;

import dev.velella.document.budget.MalformedDocumentException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says the errors of the libraries of JSON and JSON-LD in words that their users know. Stateless. */
public final class JsonLdErrors {
    private static final String PLACE = " at \\(line no=(\\d+), column no=(\\d+), offset=-?\\d+\\)";
    private static final Pattern CHARACTER = Pattern.compile(".*Unexpected char (\\d+)" + PLACE + ".*", Pattern.DOTALL);
    private static final Pattern TOKEN = Pattern.compile(
            ".*Invalid token=(\\w+)" + PLACE + "\\. Expected tokens are: \\[([\\w, ]*)\\].*", Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("( has been detected)? \\[code=\\w+\\]");

    private static final Map<String, String> TOKENS = Map.ofEntries(
            Map.entry("CURLYOPEN", "'{'"),
            Map.entry("CURLYCLOSE", "'}'"),
            Map.entry("SQUAREOPEN", "'['"),
            Map.entry("SQUARECLOSE", "']'"),
            Map.entry("COLON", "':'"),
            Map.entry("COMMA", "','"),
            Map.entry("STRING", "a text in quotation marks"),
            Map.entry("NUMBER", "a number"),
            Map.entry("TRUE", "true"),
            Map.entry("FALSE", "false"),
            Map.entry("NULL", "null"),
            Map.entry("EOF", "the end"));

    private JsonLdErrors() {}

    /** The error with its place and in plain words; null if the words are plain already. */
    public static @Nullable MalformedDocumentException malformed(String reason, Exception cause) {
        Matcher character = CHARACTER.matcher(reason);
        if (character.matches()) {
            int found = Integer.parseInt(character.group(1));
            String shown =
                    found < ' ' ? String.format("the character U+%04X", found) : "'" + Character.toString(found) + "'";
            return at(character, 2, "not JSON: found " + shown + ", which cannot stand here", cause);
        }
        Matcher token = TOKEN.matcher(reason);
        if (token.matches()) {
            String expected = Stream.of(token.group(4).split(", "))
                    .map(name -> TOKENS.getOrDefault(name, name))
                    .collect(Collectors.joining(" or "));
            return token.group(1).equals("EOF") // of which the library tells another place
                    ? new MalformedDocumentException(0, 0, "not JSON: the text ends where it needs " + expected, cause)
                    : at(
                            token,
                            2,
                            "not JSON: found " + TOKENS.getOrDefault(token.group(1), token.group(1)) + ", expected "
                                    + expected,
                            cause);
        }
        String plain = CODE.matcher(reason).replaceAll("");
        return plain.equals(reason) ? null : new MalformedDocumentException(0, 0, plain, cause);
    }

    private static MalformedDocumentException at(Matcher matcher, int group, String reason, Exception cause) {
        return new MalformedDocumentException(
                Long.parseLong(matcher.group(group)), Long.parseLong(matcher.group(group + 1)), reason, cause);
    }
}
