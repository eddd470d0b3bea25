package dev.velella.record;

import dev.velella.rdf.GraphHash;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Place of a patch in the chain of its stream, as the record header {@code patch} carries it: {@code n "." hash ["."
 * "s"]}, for example {@code 17.h00c4d2f1a09be377}.
 *
 * @param number counts the patches of the stream from 1
 * @param hash {@link GraphHash} of the stream's graph after this patch
 * @param snapshot whether the record holds the whole graph instead of a change
 */
public record PatchPosition(long number, long hash, boolean snapshot) {
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,18})\\.(h[0-9a-f]{16})(\\.s)?");

    public PatchPosition {
        if (number < 1) {
            throw new IllegalArgumentException("patches are counted from 1, not " + number);
        }
    }

    /** The header's text. */
    public String format() {
        return number + "." + GraphHash.format(hash) + (snapshot ? ".s" : "");
    }

    /**
     * Reads the header's text.
     *
     * @throws IllegalArgumentException if it has another form
     */
    public static PatchPosition parse(String header) {
        Matcher matcher = FORM.matcher(header);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a patch header (number.hash): " + header);
        }
        try {
            return new PatchPosition(
                    Long.parseLong(matcher.group(1)), GraphHash.parse(matcher.group(2)), matcher.group(3) != null);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a patch header (number.hash): " + header, e);
        }
    }
}
