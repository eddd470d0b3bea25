package dev.velella.convert;

import dev.velella.document.format.DocumentFormat;
import dev.velella.document.write.GraphTarget;
import dev.velella.document.write.TextTargets;
import dev.velella.rdf.ElementKind;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The file formats of a conversion. */
public enum DataFormat {
    NT("nt", "N-Triples", false, "nt"),
    NQ("nq", "N-Quads", true, "nq"),
    TTL("ttl", "Turtle", false, "ttl"),
    TRIG("trig", "TriG", true, "trig"),
    JSONLD("jsonld", "JSON-LD", true, "jsonld"),
    NDJSONLD("ndjsonld", "NDJSON-LD", true, "ndjsonld|ndjson|jsonl"),
    RDFXML("rdfxml", "RDF/XML", false, "rdf|owl|xml|rdfxml"),
    JELLY("jelly", "Jelly", true, "jelly"),
    RDFP("rdfp", "RDF Patch", true, "rdfp"),
    JELLYP("jellyp", "Jelly-Patch", true, "jellyp");

    private final String id;
    private final String title;
    private final boolean namedGraphs;
    /** The extensions of file names, as a regular expression. */
    private final String extensions;

    DataFormat(String id, String title, boolean namedGraphs, String extensions) {
        this.id = id;
        this.title = title;
        this.namedGraphs = namedGraphs;
        this.extensions = extensions;
    }

    /** The name in {@code --from} and {@code --to}. */
    public String id() {
        return id;
    }

    /** The name in messages. */
    public String title() {
        return title;
    }

    /** Whether the format holds named graphs. */
    public boolean hasNamedGraphs() {
        return namedGraphs;
    }

    /** Whether the format declares namespaces. */
    public boolean hasNamespaces() {
        return this != NT && this != NQ;
    }

    /** The kind of elements in the format: patches or graphs. */
    public ElementKind kind() {
        return this == RDFP || this == JELLYP ? ElementKind.PATCH : ElementKind.GRAPH;
    }

    /** Whether this is one of the two binary formats. */
    public boolean isJelly() {
        return this == JELLY || this == JELLYP;
    }

    /** The format with this name. */
    public static Optional<DataFormat> ofId(String id) {
        return Stream.of(values()).filter(format -> format.id.equals(id)).findFirst();
    }

    /** The format of a file, from the extension of its name without a last {@code .gz}, {@code .bz2} or {@code .zst}. */
    public static Optional<DataFormat> ofFile(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String plain = lower.replaceFirst("\\.(gz|bz2|zst)$", "");
        String extension = plain.substring(plain.lastIndexOf('.') + 1);
        return plain.indexOf('.') < 0
                ? Optional.empty()
                : Stream.of(values())
                        .filter(format -> extension.matches(format.extensions))
                        .findFirst();
    }

    /** Whether each file of the format is a log of RDF Messages. */
    boolean isLog() {
        return this == NDJSONLD;
    }

    /**
     * A target that writes the format to a stream.
     *
     * @throws IllegalArgumentException if this is Jelly, or a format of patches
     */
    GraphTarget target(OutputStream out) {
        return isLog() ? TextTargets.ndJsonLd(out) : TextTargets.open(document(), out);
    }

    /**
     * The same format as a text format of RDF; that of NDJSON-LD is JSON-LD.
     *
     * @throws IllegalArgumentException if this is Jelly, or a format of patches
     */
    DocumentFormat document() {
        return switch (this) {
            case NT -> DocumentFormat.N_TRIPLES;
            case NQ -> DocumentFormat.N_QUADS;
            case TTL -> DocumentFormat.TURTLE;
            case TRIG -> DocumentFormat.TRIG;
            case JSONLD, NDJSONLD -> DocumentFormat.JSON_LD;
            case RDFXML -> DocumentFormat.RDF_XML;
            case JELLY, RDFP, JELLYP -> throw new IllegalArgumentException(this + " is not a text format of RDF");
        };
    }

    /** All names, for messages. */
    public static String ids() {
        return Stream.of(values()).map(DataFormat::id).collect(Collectors.joining(", "));
    }
}
