package dev.velella.sink.store;

import dev.velella.letter.RefusalReason;
import dev.velella.sink.error.PatchRefusedException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Rules about graph names that start with {@code urn:velella:}. {@code urn:velella:stream:X} belongs to the stream
 * whose key, percent-encoded, is X. All other such graphs are reserved for the sink: patches may not change them, and
 * queries do not see them.
 */
public final class ReservedGraphs {
    private static final String OWN = "urn:velella:";
    private static final String STREAM = OWN + "stream:";

    private ReservedGraphs() {}

    /** Whether a graph is reserved for the sink. The default graph (null) is not. */
    public static boolean isReserved(@Nullable Resource graph) {
        return graph instanceof IRI iri
                && iri.stringValue().startsWith(OWN)
                && !iri.stringValue().startsWith(STREAM);
    }

    /**
     * Whether a graph belongs to the stream of one key. {@link #checkWritable} then lets no other stream write to it.
     */
    public static boolean isOwned(@Nullable Resource graph) {
        return graph instanceof IRI iri && iri.stringValue().startsWith(STREAM);
    }

    /**
     * Checks that a patch may change a statement.
     *
     * @param key key of the patch's record; null if the record has none
     * @throws PatchRefusedException if the statement's graph is reserved or belongs to another stream
     */
    static void checkWritable(Statement statement, @Nullable String key) {
        Resource graph = statement.getContext();
        if (!(graph instanceof IRI iri) || !iri.stringValue().startsWith(OWN)) {
            return;
        }
        if (isReserved(graph)) {
            throw new PatchRefusedException(
                    RefusalReason.FORBIDDEN_GRAPH,
                    "the patch touches <" + graph + ">; graphs of urn:velella: are reserved");
        }
        if (!decode(iri.stringValue().substring(STREAM.length())).equals(key)) {
            throw new PatchRefusedException(
                    RefusalReason.FORBIDDEN_GRAPH,
                    "the patch touches <" + graph + ">, which belongs to the stream of another key");
        }
    }

    private static String decode(String encoded) {
        try {
            return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new PatchRefusedException(
                    RefusalReason.FORBIDDEN_GRAPH, "the graph name ends in a broken percent-encoding: " + encoded);
        }
    }
}
