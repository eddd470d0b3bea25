package dev.velella.jelly.read;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.rdf.ElementKind;
import org.eclipse.rdf4j.model.Resource;
import org.jspecify.annotations.Nullable;

/**
 * State of a decoder between two frames: options, lookup tables, running references, last terms, and the open graph.
 * Opaque and immutable, so that it can be kept and shared between threads. It fits decoders of the same kind with the
 * same limits.
 */
public final class DecoderState {
    private final ElementKind kind;
    private final Limits limits;
    private final @Nullable OptionsRow options;
    private final long frame;
    private final TermDecoder.References references;
    private final StatementReader.Terms terms;
    private final Open open;

    /**
     * The graph and the transaction that a stream may leave open at the end of a frame.
     *
     * @param inGraph whether a graph of a GRAPHS stream has begun and not ended
     * @param graph name of this graph, null for the default graph
     * @param inTransaction whether a transaction has begun and not ended
     */
    record Open(boolean inGraph, @Nullable Resource graph, boolean inTransaction) {
        static final Open NOTHING = new Open(false, null, false);
    }

    DecoderState(
            ElementKind kind,
            Limits limits,
            @Nullable OptionsRow options,
            long frame,
            TermDecoder.References references,
            StatementReader.Terms terms,
            Open open) {
        this.kind = kind;
        this.limits = limits;
        this.options = options;
        this.frame = frame;
        this.references = references;
        this.terms = terms;
        this.open = open;
    }

    ElementKind kind() {
        return kind;
    }

    Limits limits() {
        return limits;
    }

    @Nullable
    OptionsRow options() {
        return options;
    }

    long frame() {
        return frame;
    }

    TermDecoder.References references() {
        return references;
    }

    StatementReader.Terms terms() {
        return terms;
    }

    Open open() {
        return open;
    }
}
