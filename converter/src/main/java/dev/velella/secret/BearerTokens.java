package dev.velella.secret;

/** What a token must be to stand in a header of HTTP. Clients refuse others with a message that holds the token. */
public final class BearerTokens {
    /** What is wrong with another one, after the name of the option. */
    public static final String PROBLEM =
            "holds a space, a line break or another character that no header of HTTP can hold;"
                    + " a file that it comes from must end without a line break";

    private BearerTokens() {}

    /** Whether all characters are visible ones of ASCII, and there is one. */
    public static boolean isSendable(String token) {
        return !token.isEmpty() && token.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}
