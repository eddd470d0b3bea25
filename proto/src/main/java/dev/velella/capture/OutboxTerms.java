package dev.velella.capture;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * IRIs by which clients talk to the outbox of a repository. All requests are reads or deletes of statements in the graph
 * {@link #GRAPH}; the subject says the request. Stateless.
 *
 * <table>
 * <caption>Requests</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>read {@link #GRAPH}</td><td>the position</td></tr>
 * <tr><td>read {@link #after}</td><td>the position, and commits after a number</td></tr>
 * <tr><td>read {@link #snapshot}</td><td>the position, and the next statements of the repository at that position</td></tr>
 * <tr><td>delete {@link #through}</td><td>the outbox forgets the commits up to a number</td></tr>
 * </table>
 */
public final class OutboxTerms {
    private static final String NAME = "urn:velella:outbox";

    /** The reserved graph, and the subject of the position. */
    public static final IRI GRAPH = iri(NAME);

    /** Predicate of the position in the store: {@link OutboxPosition}. */
    public static final IRI STATE = iri(NAME + "#state");

    /** Predicate of the number of the last commit that the outbox has forgotten. */
    public static final IRI FORGOTTEN = iri(NAME + "#forgotten");

    /** Predicate of the bytes that are in the outbox. */
    public static final IRI BYTES = iri(NAME + "#bytes");

    /** Predicate of a part of a commit: {@link CommittedPart}. */
    public static final IRI PART = iri(NAME + "#part");

    /** Predicate of a frame of a snapshot: {@link SnapshotPart}. */
    public static final IRI CHUNK = iri(NAME + "#chunk");

    private static final String AFTER = NAME + ":after:";
    private static final String THROUGH = NAME + ":through:";
    private static final String SNAPSHOT = NAME + ":snapshot:";

    private OutboxTerms() {}

    /** Subject of a request for the commits after a number. */
    public static IRI after(long number) {
        return iri(AFTER + number);
    }

    /** Subject of a request to forget the commits up to a number, this one included. */
    public static IRI through(long number) {
        return iri(THROUGH + number);
    }

    /**
     * Subject of a request for the statements whose hashes follow a hash.
     *
     * @param frontier written hash after which the statements begin, unsigned; {@code begin} for the first ones
     * @param most most statements of the answer
     */
    public static IRI snapshot(String frontier, int most) {
        return iri(SNAPSHOT + frontier + ":" + most);
    }

    /** The number of a request {@link #after}; -1 if the IRI is none. */
    public static long afterNumber(String iri) {
        return iri.startsWith(AFTER) ? number(iri.substring(AFTER.length())) : -1;
    }

    /** The number of a request {@link #through}; -1 if the IRI is none. */
    public static long throughNumber(String iri) {
        return iri.startsWith(THROUGH) ? number(iri.substring(THROUGH.length())) : -1;
    }

    /** What follows the name in a request {@link #snapshot}; empty if the IRI is none. */
    public static String snapshotRange(String iri) {
        return iri.startsWith(SNAPSHOT) ? iri.substring(SNAPSHOT.length()) : "";
    }

    private static long number(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static IRI iri(String text) {
        return SimpleValueFactory.getInstance().createIRI(text);
    }
}
