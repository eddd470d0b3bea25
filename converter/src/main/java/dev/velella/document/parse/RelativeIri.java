package dev.velella.document.parse;

import dev.velella.document.budget.VerifiedTerms;
import org.jspecify.annotations.Nullable;

/**
 * Resolves relative IRIs by the rules of RFC 3986, section 5.2. Only dot segments go; all else of a base and of a
 * reference stays as it is, also characters that no IRI may hold, so that the check of IRIs sees them. Takes time in
 * proportion to both texts. Stateless.
 */
final class RelativeIri {
    private RelativeIri() {}

    /**
     * The IRI that a reference stands for.
     *
     * @param base absolute; if it is null or relative, the reference is returned
     */
    static String resolved(@Nullable String base, String reference) {
        if (base == null || !VerifiedTerms.hasScheme(base) || VerifiedTerms.hasScheme(reference)) {
            return reference;
        }
        int scheme = base.indexOf(':') + 1;
        int authority = authority(base, scheme);
        int path = first(base, authority, "?#");
        int query = first(base, path, "#");
        int end = first(reference, 0, "?#"); // of the reference's own path
        String rest = reference.substring(end);
        if (reference.startsWith("//")) {
            int own = Math.min(end, authority(reference, 0));
            return base.substring(0, scheme)
                    + reference.substring(0, own)
                    + withoutDots(reference.substring(own, end))
                    + rest;
        } else if (reference.startsWith("/")) {
            return base.substring(0, authority) + withoutDots(reference.substring(0, end)) + rest;
        } else if (end > 0) {
            int slash = base.lastIndexOf('/', path - 1);
            String folder = slash >= authority
                    ? base.substring(authority, slash + 1)
                    : authority > scheme && authority == path ? "/" : "";
            return base.substring(0, authority) + withoutDots(folder + reference.substring(0, end)) + rest;
        }
        return base.substring(0, rest.startsWith("?") ? path : query) + rest;
    }

    /** The end of an authority that may stand at a place. */
    private static int authority(String text, int at) {
        return text.startsWith("//", at) ? first(text, at + 2, "/?#") : at;
    }

    /** The first place of one of the characters; the end if there is none. */
    private static int first(String text, int from, String characters) {
        int at = from;
        while (at < text.length() && characters.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private static String withoutDots(String path) {
        StringBuilder out = new StringBuilder(path.length());
        int at = 0;
        while (at < path.length()) {
            int next = path.indexOf('/', at + 1);
            int end = next < 0 ? path.length() : next;
            boolean hasSlash = path.charAt(at) == '/';
            String segment = path.substring(hasSlash ? at + 1 : at, end);
            boolean isUp = segment.equals("..");
            if (isUp || segment.equals(".")) {
                if (isUp) {
                    out.setLength(Math.max(0, out.lastIndexOf("/")));
                }
                if (hasSlash && next < 0) {
                    out.append('/');
                } else if (!hasSlash && next >= 0) {
                    end++; // a path that begins with dots loses its first slash as well
                }
            } else {
                out.append(path, at, end);
            }
            at = end;
        }
        return out.toString();
    }
}
