package dev.velella.sink.targets.remote;

import dev.velella.letter.RefusalReason;
import dev.velella.sink.error.PatchRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A URL with placeholders such as {@code {key}}, in its path or its query part. Scheme, host and port are fixed, so no
 * record can send the credentials of the sink to another server. Immutable.
 */
public final class UrlTemplate {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]*)\\}");
    private static final Pattern ORIGIN = Pattern.compile("[^:/?#]+://[^/?#]*");
    private static final int LONGEST_VALUE = 1_000;

    private final String text;

    private UrlTemplate(String text) {
        this.text = text;
    }

    /** Makes a template of a URL that has passed {@link #problem}. */
    public static UrlTemplate of(String text) {
        return new UrlTemplate(text);
    }

    /** Whether a URL has placeholders. */
    public static boolean isTemplate(@Nullable String url) {
        return url != null && (url.indexOf('{') >= 0 || url.indexOf('}') >= 0);
    }

    /** The URL with a letter in place of each placeholder, so that it can be checked like any URL. */
    static String plain(String url) {
        return PLACEHOLDER.matcher(url).replaceAll("x");
    }

    /** Says why the placeholders of a URL are wrong; empty if they are right. */
    static Optional<String> problem(String url) {
        Matcher origin = ORIGIN.matcher(url);
        if (origin.lookingAt() && isTemplate(origin.group())) {
            return Optional.of("must not have a placeholder in its host or port: only in the path or behind it");
        }
        if (isTemplate(plain(url))) {
            return Optional.of("has a brace without its counterpart");
        }
        return names(url).contains("") ? Optional.of("has a placeholder without a name") : Optional.empty();
    }

    /** Names of the placeholders. */
    public Set<String> names() {
        return names(text);
    }

    private static Set<String> names(String url) {
        Set<String> names = new LinkedHashSet<>();
        Matcher places = PLACEHOLDER.matcher(url);
        while (places.find()) {
            names.add(places.group(1));
        }
        return names;
    }

    /**
     * The URL with values in place of its placeholders, percent-encoded.
     *
     * @param values gives the value of a placeholder; null if the record has none
     * @throws PatchRefusedException if a value is missing, or cannot be a part of a path
     */
    public String fill(Function<String, @Nullable String> values) {
        Matcher places = PLACEHOLDER.matcher(text);
        StringBuilder url = new StringBuilder();
        int query = text.indexOf('?');
        while (places.find()) {
            String value = values.apply(places.group(1));
            if (value == null || value.isEmpty()) {
                throw refused("the record has no value for {" + places.group(1) + "} of target.url");
            }
            check(places.group(1), value, query < 0 || places.start() < query);
            places.appendReplacement(url, Matcher.quoteReplacement(encoded(value)));
        }
        return places.appendTail(url).toString();
    }

    /** Many servers decode a slash of a path before they look at its parts, and so would address something else. */
    private static void check(String name, String value, boolean inPath) {
        if (value.length() > LONGEST_VALUE) {
            throw refused("the value for {" + name + "} of target.url is longer than " + LONGEST_VALUE + " characters");
        }
        boolean isPlain = value.chars().noneMatch(c -> c == '/' || c == '\\' || c == ';' || Character.isISOControl(c));
        if (inPath && (!isPlain || value.equals(".") || value.equals(".."))) {
            throw refused(
                    "the value '" + value + "' for {" + name + "} of target.url cannot be a part of a path: it must"
                            + " not be . or .., nor have a slash, a backslash, a semicolon or a control character. Let"
                            + " routing.query make a name, for example with SHA1 or REPLACE");
        }
    }

    private static PatchRefusedException refused(String reason) {
        return new PatchRefusedException(RefusalReason.ROUTE, reason);
    }

    private static String encoded(String value) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (plain || c == '-' || c == '.' || c == '_' || c == '~') {
                encoded.append(c);
            } else {
                encoded.append(String.format("%%%02X", (int) c));
            }
        }
        return encoded.toString();
    }

    @Override
    public String toString() {
        return text;
    }
}
