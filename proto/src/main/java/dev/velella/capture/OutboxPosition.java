package dev.velella.capture;

import dev.velella.rdf.GraphHash;

/**
 * How far a repository is: {@code STORE NUMBER HASH}, for example {@code 6f1c… 17 h00c4d2f1a09be377}.
 *
 * @param store identity of the repository's history. A repository whose history is not continued has another one
 * @param number number of its last commit, counted from 1; 0 before the first
 * @param hash {@link GraphHash} of its explicit statements after that commit
 */
public record OutboxPosition(String store, long number, long hash) {
    /** The written form. */
    public String format() {
        return store + " " + number + " " + GraphHash.format(hash);
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static OutboxPosition parse(String text) {
        String[] parts = text.split(" ", -1);
        if (parts.length != 3 || parts[0].isEmpty()) {
            throw new IllegalArgumentException("not a position of an outbox (store number hash): " + text);
        }
        return new OutboxPosition(parts[0], Long.parseLong(parts[1]), GraphHash.parse(parts[2]));
    }
}
