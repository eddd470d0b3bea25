package dev.velella.sink.store;

import dev.velella.rdf.GraphHash;
import dev.velella.record.PatchPosition;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the chain of a stream stands in a store.
 *
 * <p>Written as {@code number "." hash}, with {@code .s} behind it where the state came from a snapshot, and {@code .b}
 * where the chain is broken, for example {@code 17.h00c4d2f1a09be377.s}.
 *
 * @param number of the patch that the store's graph of the stream is the result of; 0 before the first
 * @param hash {@link GraphHash} of that graph
 * @param standing how the stream got there, and whether it goes on
 */
public record StreamState(long number, long hash, Standing standing) {
    private static final Pattern FORM = Pattern.compile("(0|[1-9][0-9]{0,18})\\.(h[0-9a-f]{16})(?:\\.([sb]))?");

    /** State of a chain that broke before its first patch: nothing of the stream is in the store. */
    public static final StreamState BROKEN_AT_START = new StreamState(0, GraphHash.EMPTY, Standing.BROKEN);

    /** How a stream got where it is. */
    public enum Standing {
        /** Patch by patch. */
        FOLLOWED,
        /** By a snapshot, and no patch was applied since: patches up to this number are covered by it. */
        SNAPSHOT,
        /** A patch did not follow; later ones are not applied until a snapshot comes. */
        BROKEN
    }

    public StreamState {
        if (number < 0 || (number == 0 && standing != Standing.BROKEN)) {
            throw new IllegalArgumentException("patches are counted from 1, not " + number);
        }
    }

    /** The state after a patch was applied, or a snapshot. */
    public static StreamState at(PatchPosition position) {
        return new StreamState(
                position.number(), position.hash(), position.snapshot() ? Standing.SNAPSHOT : Standing.FOLLOWED);
    }

    /** The same place, from where the chain does not go on. */
    public StreamState broken() {
        return new StreamState(number, hash, Standing.BROKEN);
    }

    public boolean isBroken() {
        return standing == Standing.BROKEN;
    }

    /** The place as a patch announces it; empty before the first patch. */
    public Optional<PatchPosition> position() {
        return number == 0
                ? Optional.empty()
                : Optional.of(new PatchPosition(number, hash, standing == Standing.SNAPSHOT));
    }

    /** The written form. */
    public String format() {
        return number + "." + GraphHash.format(hash)
                + switch (standing) {
                    case FOLLOWED -> "";
                    case SNAPSHOT -> ".s";
                    case BROKEN -> ".b";
                };
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException if it has another form
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
