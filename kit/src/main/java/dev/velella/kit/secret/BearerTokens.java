package dev.velella.kit.secret;

/**
 * Checks that a token can stand in an HTTP header. Without this check, HTTP clients refuse a bad token with a message
 * that holds the token.
 */
public final class BearerTokens {
    /** The problem with a bad token. The name of the option stands before this text. */
    public static final String PROBLEM =
            "holds a space, a line break or another character that no header of HTTP can hold;"
                    + " a file that it comes from must end without a line break";

    private BearerTokens() {}

    /** Whether the token is not empty and has only visible ASCII characters. */
    public static boolean isSendable(String token) {
        return !token.isEmpty() && token.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}
