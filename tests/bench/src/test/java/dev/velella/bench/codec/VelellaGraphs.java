package dev.velella.bench.codec;

import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.write.StatementOrder;
import org.eclipse.rdf4j.model.ValueFactory;

/** This project's codec. Where messages stand alone, one encoder and one decoder serve them all. */
final class VelellaGraphs {
    private VelellaGraphs() {}

    static JellyOptions options(Framing framing) {
        return new JellyOptions(PhysicalType.TRIPLES, framing.sizes(), false, 1);
    }

    static GraphCodec.Writing writing(Framing framing, StatementOrder order) {
        JellyGraphEncoder encoder = new JellyGraphEncoder(options(framing), order, Limits.DEFAULT);
        return framing.isStateful()
                ? graph -> GraphCodec.Message.of(encoder.encodeNext(graph))
                : graph -> GraphCodec.Message.of(encoder.encode(graph));
    }

    /** Every statement is made, as by the others. */
    static GraphCodec.Reading reading(Framing framing, ValueFactory values) {
        JellyGraphDecoder decoder = new JellyGraphDecoder(values, Limits.DEFAULT);
        return framing.isStateful()
                ? message -> decoder.decodeNext(message.value()).statements()
                : message -> decoder.decode(message.value()).statements();
    }
}
