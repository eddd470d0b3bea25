package dev.velella.sink.targets.rdf4j;

/**
 * Recognizes IRIs of the most common form without parsing them: {@code http} or {@code https}, a host name that begins
 * with a letter, a path of characters that need no escape, and perhaps a fragment of letters, digits and {@code -._~}.
 * Every such IRI conforms to RFC 3986, so every parser that follows it accepts the IRI. Stateless.
 */
final class PlainIri {
    private static final int IN_HOST = 1;
    private static final int IN_PATH = 2;
    private static final int IN_FRAGMENT = 4;
    private static final byte[] KINDS = new byte[128];

    static {
        for (char c = 0; c < KINDS.length; c++) {
            boolean alphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            boolean unreserved = alphanumeric || "-._~".indexOf(c) >= 0;
            KINDS[c] = (byte) ((alphanumeric || c == '-' || c == '.' ? IN_HOST : 0)
                    | (unreserved || "/:@!$&'()*+,;=".indexOf(c) >= 0 ? IN_PATH : 0)
                    | (unreserved ? IN_FRAGMENT : 0));
        }
    }

    private PlainIri() {}

    /** Whether an IRI is of that form; false says nothing about it. */
    static boolean is(String iri) {
        int host = iri.startsWith("http://") ? 7 : iri.startsWith("https://") ? 8 : -1;
        if (host < 0 || host == iri.length() || !isLetter(iri.charAt(host))) {
            return false;
        }
        int at = skip(iri, host, IN_HOST);
        if (at < iri.length() && iri.charAt(at) == '/') {
            at = skip(iri, at, IN_PATH);
            if (at < iri.length() && iri.charAt(at) == '#') {
                at = skip(iri, at + 1, IN_FRAGMENT);
            }
        }
        return at == iri.length();
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /** Index of the first character that is not of a kind. */
    private static int skip(String iri, int from, int kind) {
        int at = from;
        while (at < iri.length() && iri.charAt(at) < KINDS.length && (KINDS[iri.charAt(at)] & kind) != 0) {
            at++;
        }
        return at;
    }
}
