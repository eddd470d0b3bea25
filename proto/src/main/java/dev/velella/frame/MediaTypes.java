package dev.velella.frame;

import dev.velella.rdf.ElementKind;
import java.util.Set;

/**
 * Media types of frames in records and messages. A frame that stands alone is Jelly, which any reader of Jelly reads. A frame
 * that builds on something else is not: a reader of Jelly that gets it alone refuses it, or takes the ids of another frame
 * for its own. So it has a media type of its own, which says that the header {@code velella} or {@code jelly} tells the
 * rest. A parameter of Jelly's media types would not do, because readers ignore parameters that they do not know (RFC 2045,
 * section 5.1). Stateless and thread-safe.
 */
public final class MediaTypes {
    /** Jelly-RDF frames. */
    public static final String JELLY_RDF = "application/x-jelly-rdf";

    /** Jelly-Patch frames. */
    public static final String JELLY_PATCH = "application/x-jelly-rdf-patch";

    /** A Jelly-RDF frame that builds on a dictionary, or on frames before it. */
    public static final String VELELLA_RDF = "application/x-velella-rdf";

    /** A Jelly-Patch frame that builds on a dictionary, or on frames before it. */
    public static final String VELELLA_PATCH = "application/x-velella-rdf-patch";

    private static final Set<String> ALL = Set.of(JELLY_RDF, JELLY_PATCH, VELELLA_RDF, VELELLA_PATCH);

    private MediaTypes() {}

    /**
     * Whether a media type is one of these.
     *
     * @param mediaType in lower case, without parameters
     */
    public static boolean contains(String mediaType) {
        return ALL.contains(mediaType);
    }

    /**
     * The media type of a frame.
     *
     * @param isSelfContained whether a reader of Jelly can read it without anything else
     */
    public static String of(ElementKind kind, boolean isSelfContained) {
        return switch (kind) {
            case GRAPH -> isSelfContained ? JELLY_RDF : VELELLA_RDF;
            case PATCH -> isSelfContained ? JELLY_PATCH : VELELLA_PATCH;
        };
    }
}
