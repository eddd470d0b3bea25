package dev.velella.source.payload;

import java.nio.charset.StandardCharsets;

/** Puts any text into an IRI. */
final class IriText {
    private IriText() {}

    /**
     * The text with a percent sign and two digits in place of each byte that is no letter, digit, hyphen, dot, underscore or
     * tilde of ASCII.
     *
     * @param kept further characters that stay
     */
    static String encoded(String text, String kept) {
        StringBuilder out = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (plain || "-._~".indexOf(c) >= 0 || kept.indexOf(c) >= 0) {
                out.append(c);
            } else {
                out.append(String.format("%%%02X", (int) c));
            }
        }
        return out.toString();
    }
}
