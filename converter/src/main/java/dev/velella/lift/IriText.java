package dev.velella.lift;

import java.nio.charset.StandardCharsets;

/** Encodes any text for use in an IRI. */
public final class IriText {
    private static final String HEX = "0123456789ABCDEF";

    private IriText() {}

    /**
     * Percent-encodes each byte of the text that is not a letter, digit, hyphen, dot, underscore or tilde of ASCII.
     *
     * @param kept further characters that are not encoded
     */
    public static String encoded(String text, String kept) {
        int plain = 0;
        while (plain < text.length() && isPlain(text.charAt(plain), kept)) {
            plain++;
        }
        return plain == text.length() ? text : encodedBytes(text, kept);
    }

    private static String encodedBytes(String text, String kept) {
        StringBuilder out = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (isPlain(c, kept)) {
                out.append(c);
            } else {
                out.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xf));
            }
        }
        return out.toString();
    }

    private static boolean isPlain(char c, String kept) {
        boolean letterOrDigit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        return letterOrDigit || "-._~".indexOf(c) >= 0 || kept.indexOf(c) >= 0;
    }
}
