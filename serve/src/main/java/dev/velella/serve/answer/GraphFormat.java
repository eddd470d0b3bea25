package dev.velella.serve.answer;

import dev.velella.document.format.DocumentFormat;
import dev.velella.document.write.GraphTarget;
import dev.velella.document.write.TextTargets;
import dev.velella.kit.http.message.MediaType;
import dev.velella.record.RecordHeaderNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * The formats of graphs, in the order in which the service prefers them. A log of RDF Messages goes to those who ask for it by
 * its version, and holds each graph as a message.
 */
public enum GraphFormat implements MediaType {
    JELLY(RecordHeaderNames.JELLY_RDF, null),
    N_QUADS("application/n-quads", DocumentFormat.N_QUADS),
    TRIG("application/trig", DocumentFormat.TRIG),
    N_TRIPLES("application/n-triples", DocumentFormat.N_TRIPLES),
    TURTLE("text/turtle", DocumentFormat.TURTLE),
    JSON_LD("application/ld+json", DocumentFormat.JSON_LD),
    N_QUADS_LOG("application/n-quads", DocumentFormat.N_QUADS, "1.2-messages"),
    TRIG_LOG("application/trig", DocumentFormat.TRIG, "1.1-messages"),
    N_TRIPLES_LOG("application/n-triples", DocumentFormat.N_TRIPLES, "1.2-messages"),
    TURTLE_LOG("text/turtle", DocumentFormat.TURTLE, "1.1-messages"),
    JSON_LD_LOG("application/x-ld+ndjson", DocumentFormat.JSON_LD);

    private final String mediaType;
    private final @Nullable DocumentFormat document;
    private final @Nullable String version;

    GraphFormat(String mediaType, @Nullable DocumentFormat document) {
        this(mediaType, document, null);
    }

    GraphFormat(String mediaType, @Nullable DocumentFormat document, @Nullable String version) {
        this.mediaType = mediaType;
        this.document = document;
        this.version = version;
    }

    @Override
    public @Nullable String version() {
        return version;
    }

    /** Whether this is a log of RDF Messages in text. */
    boolean isLog() {
        return version != null || this == JSON_LD_LOG;
    }

    /**
     * A target of the format, which must not be Jelly. If this is a log, its messages are announced already.
     *
     * @throws IllegalStateException if this is Jelly
     */
    GraphTarget target(Writer out) {
        if (document == null) {
            throw new IllegalStateException("Jelly is no text");
        }
        GraphTarget target = this == JSON_LD_LOG ? TextTargets.ndJsonLd(out) : TextTargets.open(document, out);
        if (isLog()) {
            try {
                target.messages();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return target;
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
        return this == JSON_LD
                ? new JsonLdGraphs(apart)
                : new TextGraphs(this, apart && !isLog(), document.hasNamedGraphs());
    }
}
