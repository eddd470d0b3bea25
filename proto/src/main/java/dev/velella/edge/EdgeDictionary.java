package dev.velella.edge;

import dev.velella.dictionary.Dictionary;
import dev.velella.jelly.JellyDecoder;
import dev.velella.jelly.JellyFrames;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.wire.FrameInput;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;

/**
 * A dictionary of a device, as a receiver uses it: the state on which messages build and, for changes, the base: the
 * statements from which they differ.
 *
 * <p>The payload of the message that brings it is Jelly. For graphs it is one bare frame, the dictionary. For changes it is
 * a delimited stream of two frames: the dictionary, and a patch on it that adds the base. Not thread-safe.
 */
public final class EdgeDictionary {
    /** Estimated memory of a statement of the base, in bytes. */
    private static final int STATEMENT_BYTES = 150;

    private final ElementKind kind;
    private final JellyDecoder<?> decoder;
    private final Set<Statement> base;

    private EdgeDictionary(ElementKind kind, JellyDecoder<?> decoder, Set<Statement> base) {
        this.kind = kind;
        this.decoder = decoder;
        this.base = base;
    }

    /** The name of the dictionary with this payload: from 0 to 2^48 - 1. */
    public static long nameOf(byte[] payload) {
        return Dictionary.nameOf(Dictionary.digest(payload));
    }

    /**
     * Reads a dictionary.
     *
     * @param values creates terms, as for {@link dev.velella.jelly.JellyGraphDecoder}
     * @throws MalformedJellyException if the payload is not such Jelly, or is above the limits
     */
    public static EdgeDictionary read(byte[] payload, ValueFactory values, Limits limits) {
        try (FrameInput frames = new FrameInput(new ByteArrayInputStream(payload), StreamForm.DETECT, limits)) {
            byte[] dictionary = frames.next();
            if (dictionary == null) {
                throw malformed("the dictionary is empty");
            }
            ElementKind kind = JellyFrames.kindOf(dictionary);
            JellyDecoder<?> decoder = JellyDecoder.of(kind, values, limits);
            decoder.readDictionary(dictionary);
            byte[] changes = frames.next();
            Set<Statement> base = changes == null ? Set.of() : base(decoder.decodeOnDictionary(changes));
            if (changes != null && frames.next() != null) {
                throw malformed("more frames than a dictionary and a base");
            }
            return new EdgeDictionary(kind, decoder, base);
        } catch (IOException e) {
            throw new UncheckedIOException("an array has no input errors", e);
        }
    }

    private static Set<Statement> base(StreamElement element) {
        if (!(element instanceof RdfPatch patch)) {
            throw malformed("graphs have no base");
        }
        Set<Statement> base = new LinkedHashSet<>();
        for (PatchOperation operation : patch.operations()) {
            if (!(operation instanceof PatchOperation.Add add)) {
                throw malformed("a base only adds statements");
            }
            base.add(add.statement());
        }
        return base;
    }

    private static MalformedJellyException malformed(String reason) {
        return new MalformedJellyException(0, -1, 0, reason);
    }

    /** Kind of the elements whose messages can build on this dictionary. */
    public ElementKind kind() {
        return kind;
    }

    /** A copy of the statements from which changes differ; empty for graphs. */
    public Set<Statement> base() {
        return new LinkedHashSet<>(base);
    }

    /**
     * Decodes the frame of a message that builds on this dictionary.
     *
     * @throws MalformedJellyException if the frame is malformed, above the limits, or refers to anything but the
     *     dictionary and itself; nothing has changed
     */
    public StreamElement decode(byte[] frame) {
        return decoder.decodeOnDictionary(frame);
    }

    /** Estimated memory in bytes. */
    public long bytes() {
        return decoder.stateBytes() + (long) STATEMENT_BYTES * base.size();
    }
}
