package dev.velella.serve.answer;

import dev.velella.kit.http.message.MediaType;
import dev.velella.record.RecordHeaderNames;

/** The formats of patches, in the order in which the service prefers them. */
public enum PatchFormat implements MediaType {
    JELLY_PATCH(RecordHeaderNames.JELLY_PATCH),
    RDF_PATCH("application/rdf-patch"),
    EVENTS("text/event-stream");

    private final String mediaType;

    PatchFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    @Override
    public String mediaType() {
        return mediaType;
    }

    /** A writer of patches as one document. */
    public PatchWriter writer() {
        return switch (this) {
            case JELLY_PATCH -> new JellyPatches();
            case RDF_PATCH -> new TextPatches();
            case EVENTS -> throw new IllegalStateException("events are no document");
        };
    }
}
