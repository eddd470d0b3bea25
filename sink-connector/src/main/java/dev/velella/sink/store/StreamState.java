package dev.velella.sink.store;

import dev.velella.rdf.GraphHash;
import dev.velella.record.PatchPosition;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The position of a stream's chain in a store.
 *
 * <p>Its text form is {@code number "." hash}. The suffix {@code .s} means that the state came from a snapshot, and
 * {@code .b} that the chain is broken, for example {@code 17.h00c4d2f1a09be377.s}.
 *
 * @param number number of the last patch that is contained in the store's graph of the stream; 0 before the first patch
 * @param hash {@link GraphHash} of that graph
 * @param standing how the stream reached this position, and whether its chain continues
 */
public record StreamState(long number, long hash, Standing standing) {
    private static final Pattern FORM = Pattern.compile("(0|[1-9][0-9]{0,18})\\.(h[0-9a-f]{16})(?:\\.([sb]))?");

    /** State of a chain that broke before its first patch: nothing of the stream is in the store. */
    public static final StreamState BROKEN_AT_START = new StreamState(0, GraphHash.EMPTY, Standing.BROKEN);

    /** The way in which a stream reached its position. */
    public enum Standing {
        /** The stream followed its patches, one by one. */
        FOLLOWED,
        /**
         * The stream came from a snapshot, and no patch was applied since. The snapshot covers all patches up to this
         * number.
         */
        SNAPSHOT,
        /** A patch did not follow; later ones are not applied until a snapshot comes. */
        BROKEN
    }

    public StreamState {
        if (number < 0 || (number == 0 && standing != Standing.BROKEN)) {
            throw new IllegalArgumentException("patches are counted from 1, not " + number);
        }
    }

    /** The state after a patch or a snapshot was applied. */
    public static StreamState at(PatchPosition position) {
        return new StreamState(
                position.number(), position.hash(), position.snapshot() ? Standing.SNAPSHOT : Standing.FOLLOWED);
    }

    /** The same position with a broken chain. */
    public StreamState broken() {
        return new StreamState(number, hash, Standing.BROKEN);
    }

    public boolean isBroken() {
        return standing == Standing.BROKEN;
    }

    /** The position in the form of a patch header; empty before the first patch. */
    public Optional<PatchPosition> position() {
        return number == 0
                ? Optional.empty()
                : Optional.of(new PatchPosition(number, hash, standing == Standing.SNAPSHOT));
    }

    /** The text form. */
    public String format() {
        return number + "." + GraphHash.format(hash)
                + switch (standing) {
                    case FOLLOWED -> "";
                    case SNAPSHOT -> ".s";
                    case BROKEN -> ".b";
                };
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static StreamState parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not the state of a stream (number.hash): " + text);
        }
        String mark = matcher.group(3);
        Standing standing = mark == null ? Standing.FOLLOWED : mark.equals("s") ? Standing.SNAPSHOT : Standing.BROKEN;
        return new StreamState(Long.parseLong(matcher.group(1)), GraphHash.parse(matcher.group(2)), standing);
    }
}
