package dev.velella.kit.secret;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replaces our own secrets in texts of other programs: a server may repeat parts of a request, mostly in an error page.
 * Finds a secret in plain form, and in the forms in which URLs, JSON, HTML and XML write it. Immutable; its text holds
 * no secret.
 */
public final class SecretMask {
    /** Hides nothing. */
    public static final SecretMask NONE = new SecretMask(List.of());

    private static final String HIDDEN = "[hidden]";

    /** All forms of the secrets, the longest first, because one may be part of another. */
    private final List<String> hidden;

    private SecretMask(Collection<String> secrets) {
        Set<String> forms = new LinkedHashSet<>();
        for (String secret : secrets) {
            String encoded = URLEncoder.encode(secret, StandardCharsets.UTF_8);
            String json = secret.replace("\\", "\\\\").replace("\"", "\\\"");
            String markup = secret.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
            forms.addAll(List.of(
                    secret,
                    secret.replaceFirst("=+$", ""), // Base64 without padding: some readers split it off
                    encoded,
                    encoded.replace("+", "%20"),
                    json,
                    json.replace("/", "\\/"),
                    markup,
                    markup.replace("\"", "&quot;").replace("'", "&#39;"),
                    markup.replace("\"", "&#34;").replace("'", "&apos;")));
        }
        forms.remove("");
        hidden = forms.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** A mask for these secrets; empty ones are ignored. */
    public static SecretMask of(Collection<String> secrets) {
        return new SecretMask(secrets);
    }

    /** The text without the secrets. */
    public String masked(String text) {
        String masked = text;
        for (String secret : hidden) {
            masked = masked.replace(secret, HIDDEN);
        }
        return masked;
    }

    /**
     * Masks the beginning of a text, as {@link #masked}. If the text ends within a secret, this part of the secret is
     * removed too.
     */
    public String maskedBegin(String begin) {
        String masked = masked(begin);
        int end = masked.length();
        for (String secret : hidden) {
            for (int length = Math.min(secret.length() - 1, masked.length()); length > 0; length--) {
                if (masked.regionMatches(masked.length() - length, secret, 0, length)) {
                    end = Math.min(end, masked.length() - length);
                    break;
                }
            }
        }
        return masked.substring(0, end);
    }

    /** The cause of a failure if neither its message nor a message of its own causes holds a secret; else null. */
    public @Nullable Throwable harmless(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            String text = each.toString();
            if (!masked(text).equals(text)) {
                return null;
            }
        }
        return cause;
    }

    @Override
    public String toString() {
        return hidden.isEmpty() ? "nothing is hidden" : "secrets are hidden";
    }
}
