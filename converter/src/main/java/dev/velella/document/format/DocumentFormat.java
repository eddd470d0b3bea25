package dev.velella.document.format;

import dev.velella.rdf.ElementKind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The text formats of RDF and of patches. */
public enum DocumentFormat {
    TURTLE("turtle", "Turtle", false, "text/turtle", "application/x-turtle"),
    TRIG("trig", "TriG", true, "application/trig", "application/x-trig"),
    N_TRIPLES("n-triples", "N-Triples", false, "application/n-triples", "application/n-triples"),
    N_QUADS("n-quads", "N-Quads", true, "application/n-quads", "text/x-nquads"),
    JSON_LD("json-ld", "JSON-LD", true, "application/ld+json", "application/ld+json"),
    RDF_XML("rdf-xml", "RDF/XML", false, "application/rdf+xml", "application/rdf+xml"),
    RDF_PATCH("rdf-patch", "RDF Patch", true, "application/rdf-patch", "text/rdf-patch");

    private final String id;
    private final String title;
    private final boolean namedGraphs;
    private final String mediaType;
    private final String otherMediaType;

    DocumentFormat(String id, String title, boolean namedGraphs, String mediaType, String otherMediaType) {
        this.id = id;
        this.title = title;
        this.namedGraphs = namedGraphs;
        this.mediaType = mediaType;
        this.otherMediaType = otherMediaType;
    }

    /** The name of the format in options. */
    public String id() {
        return id;
    }

    /** The name for people. */
    public String title() {
        return title;
    }

    /** Whether the format holds named graphs. */
    public boolean hasNamedGraphs() {
        return namedGraphs;
    }

    /** Whether there is a form of the format that holds several RDF Messages: a log. That of JSON-LD is NDJSON-LD. */
    public boolean hasMessages() {
        return this != RDF_XML && this != RDF_PATCH;
    }

    /** The registered or usual media type, in lower case. */
    public String mediaType() {
        return mediaType;
    }

    /** The kind of element in a document of this format. */
    public ElementKind kind() {
        return this == RDF_PATCH ? ElementKind.PATCH : ElementKind.GRAPH;
    }

    /** The format with this name in options. */
    public static Optional<DocumentFormat> ofId(String id) {
        return Arrays.stream(values()).filter(format -> format.id.equals(id)).findFirst();
    }

    /**
     * The format that a media type names.
     *
     * @param type in lower case, without parameters
     */
    public static Optional<DocumentFormat> ofMediaType(String type) {
        return Arrays.stream(values())
                .filter(format -> format.mediaType.equals(type) || format.otherMediaType.equals(type))
                .findFirst();
    }

    /** One media type of every format, for messages. */
    public static List<String> knownMediaTypes() {
        return Arrays.stream(values()).map(DocumentFormat::mediaType).toList();
    }
}
