package dev.velella.capture;

import dev.velella.rdf.GraphHash;
import java.util.Base64;

/**
 * Some statements of a repository, those with the hashes after the part before it. Its array is not copied.
 *
 * @param through largest hash of a statement in it, unsigned
 * @param isLast whether the repository has no statement with a larger hash
 * @param frame self-contained Jelly-Patch frame of adds
 */
@SuppressWarnings("ArrayRecordComponent") // is never compared
public record SnapshotPart(long through, boolean isLast, byte[] frame) {
    /** The written form. */
    public String format() {
        return GraphHash.format(through) + " " + (isLast ? "last" : "more") + " "
                + Base64.getEncoder().encodeToString(frame);
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static SnapshotPart parse(String text) {
        String[] fields = text.split(" ", -1);
        if (fields.length != 3) {
            throw new IllegalArgumentException("not a part of a snapshot: " + fields.length + " fields instead of 3");
        }
        return new SnapshotPart(
                GraphHash.parse(fields[0]),
                fields[1].equals("last"),
                Base64.getDecoder().decode(fields[2]));
    }
}
