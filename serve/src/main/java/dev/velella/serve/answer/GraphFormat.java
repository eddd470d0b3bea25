package dev.velella.serve.answer;

import dev.velella.document.format.DocumentFormat;
import dev.velella.kit.http.message.MediaType;
import dev.velella.record.RecordHeaderNames;
import org.jspecify.annotations.Nullable;

/** The formats of graphs, in the order in which the service prefers them. */
public enum GraphFormat implements MediaType {
    JELLY(RecordHeaderNames.JELLY_RDF, null),
    N_QUADS("application/n-quads", DocumentFormat.N_QUADS),
    TRIG("application/trig", DocumentFormat.TRIG),
    N_TRIPLES("application/n-triples", DocumentFormat.N_TRIPLES),
    TURTLE("text/turtle", DocumentFormat.TURTLE),
    JSON_LD("application/ld+json", DocumentFormat.JSON_LD);

    private final String mediaType;
    private final @Nullable DocumentFormat document;

    GraphFormat(String mediaType, @Nullable DocumentFormat document) {
        this.mediaType = mediaType;
        this.document = document;
    }

    @Override
    public String mediaType() {
        return mediaType;
    }

    /**
     * A writer of several graphs as one document.
     *
     * @param apart whether the blank nodes of different graphs must be kept apart; false if there is only one graph
     */
    public GraphWriter writer(boolean apart) {
        if (document == null) {
            return new JellyGraphs(apart);
        }
        return document == DocumentFormat.JSON_LD ? new JsonLdGraphs(apart) : new TextGraphs(document, apart);
    }

    /** The format as a format of text documents; null for Jelly. */
    @Nullable
    DocumentFormat document() {
        return document;
    }
}
