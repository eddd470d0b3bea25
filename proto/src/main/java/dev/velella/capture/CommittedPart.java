package dev.velella.capture;

import dev.velella.rdf.GraphHash;
import java.util.Base64;

/**
 * A patch of a commit, in the order of the commits. A large commit has several. Its arrays are not copied.
 *
 * @param number number of the commit
 * @param part number of the patch in its commit, from 1
 * @param parts how many patches the commit has
 * @param time of the commit, in ms since 1970
 * @param before {@link GraphHash} of the repository before the commit
 * @param after {@link GraphHash} of the repository after the commit
 * @param frame self-contained Jelly-Patch frame
 */
@SuppressWarnings("ArrayRecordComponent") // is never compared
public record CommittedPart(long number, int part, int parts, long time, long before, long after, byte[] frame) {
    /** The written form: seven fields with spaces between, the last one in Base64. */
    public String format() {
        return number + " " + part + " " + parts + " " + time + " " + GraphHash.format(before) + " "
                + GraphHash.format(after) + " " + Base64.getEncoder().encodeToString(frame);
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static CommittedPart parse(String text) {
        String[] fields = text.split(" ", -1);
        if (fields.length != 7) {
            throw new IllegalArgumentException("not a patch of a commit: " + fields.length + " fields instead of 7");
        }
        return new CommittedPart(
                Long.parseLong(fields[0]),
                Integer.parseInt(fields[1]),
                Integer.parseInt(fields[2]),
                Long.parseLong(fields[3]),
                GraphHash.parse(fields[4]),
                GraphHash.parse(fields[5]),
                Base64.getDecoder().decode(fields[6]));
    }
}
