package dev.velella.source.payload;

import dev.velella.document.budget.VerifiedTerms;
import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.format.JellyLimitException;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.Payload;
import dev.velella.lift.PayloadException;
import dev.velella.lift.PayloadFormat;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;

/**
 * Reads a payload that is one Jelly frame with its options, delimited or not. Refuses a frame that needs earlier
 * frames.
 */
record JellyPayload(Limits limits) implements PayloadFormat {
    @Override
    public RdfGraph read(Payload payload) {
        try (JellyStreamReader frames =
                new JellyStreamReader(new ByteArrayInputStream(payload.bytes()), new VerifiedTerms(), limits)) {
            RdfGraph graph = frames.next();
            if (graph == null) {
                throw malformed("it is empty", null);
            }
            if (frames.next() != null) {
                throw malformed("more than one frame; a payload must be one frame", null);
            }
            return graph;
        } catch (JellyLimitException e) {
            throw new PayloadException(RefusalReason.TOO_LARGE, e.getMessage() + " (limits.element.statements)", e);
        } catch (MalformedJellyException e) {
            throw malformed(String.valueOf(e.getMessage()), e);
        } catch (EOFException e) {
            throw malformed("ends too early", e);
        } catch (IOException | IllegalArgumentException e) {
            throw malformed(String.valueOf(e.getMessage()), e);
        }
    }

    private static PayloadException malformed(String reason, @org.jspecify.annotations.Nullable Throwable cause) {
        return new PayloadException(RefusalReason.UNDECODABLE, "not a Jelly frame: " + reason, cause);
    }
}
