package dev.velella.rdf;

/** The kinds of {@link StreamElement}. */
public enum ElementKind {
    /** An {@link RdfGraph}; its frames are Jelly-RDF. */
    GRAPH("graphs"),
    /** An {@link RdfPatch}; its frames are Jelly-Patch. */
    PATCH("patches");

    private final String plural;

    ElementKind(String plural) {
        this.plural = plural;
    }

    /** Name of several elements of this kind, for people: {@code graphs} or {@code patches}. */
    public String plural() {
        return plural;
    }
}
