package dev.velella.bench;

import dev.velella.edge.EdgeForm;
import dev.velella.edge.EdgeSettings;
import dev.velella.edge.EdgeStream;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.mqtt.link.LinkCounts;
import dev.velella.source.mqtt.link.LinkFrame;
import dev.velella.source.mqtt.link.TopicLinks;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.jspecify.annotations.Nullable;

/** How graphs travel over the link: what a device makes of them, and what the receiver makes of that. */
record EdgeFormat(String name, Supplier<Function<RdfGraph, Sent>> writer, Supplier<Reader> reader) {
    /**
     * A message.
     *
     * @param place its user property; null for none
     */
    record Sent(byte[] payload, @Nullable String place) {}

    /** The graphs of a message; with frames that build on each other one at most here, as none is lost. */
    interface Reader extends BiFunction<byte[], @Nullable String, RdfGraph> {}

    static List<EdgeFormat> all() {
        return List.of(
                new EdgeFormat("n-triples", () -> EdgeFormat::nTriples, () -> EdgeFormat::readNTriples),
                new EdgeFormat("jelly-self-contained", EdgeFormat::selfContained, EdgeFormat::selfContainedReader),
                new EdgeFormat("jelly-key-frames", () -> stream(EdgeForm.GRAPHS), EdgeFormat::linkReader),
                new EdgeFormat("jelly-changes", () -> stream(EdgeForm.CHANGES), EdgeFormat::linkReader));
    }

    private static Sent nTriples(RdfGraph graph) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(20_000);
        Rio.write(graph.statements(), out, RDFFormat.NTRIPLES);
        return new Sent(out.toByteArray(), null);
    }

    private static RdfGraph readNTriples(byte[] payload, @Nullable String place) {
        RDFParser parser = Rio.createParser(RDFFormat.NTRIPLES);
        List<Statement> statements = new ArrayList<>();
        parser.setRDFHandler(new StatementCollector(statements));
        try {
            parser.parse(new ByteArrayInputStream(payload));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return RdfGraph.of(statements);
    }

    private static Function<RdfGraph, Sent> selfContained() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, StatementOrder.DENSE, Limits.DEFAULT);
        return graph -> new Sent(encoder.encode(graph), null);
    }

    private static Reader selfContainedReader() {
        return (payload, place) ->
                new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT).decode(payload);
    }

    private static Function<RdfGraph, Sent> stream(EdgeForm form) {
        EdgeStream stream = new EdgeStream(EdgeSettings.DEFAULT.withForm(form));
        return graph -> {
            EncodedFrame frame = stream.next(graph);
            return new Sent(frame.value(), frame.header().toString());
        };
    }

    private static Reader linkReader() {
        TopicLinks<String> links = new TopicLinks<>(topic -> null, 1, 1, Limits.DEFAULT, new LinkCounts());
        return (payload, place) -> {
            JellyHeader header = JellyHeader.parse(String.valueOf(place).getBytes(StandardCharsets.US_ASCII));
            links.add("device", new LinkFrame(header, payload), "");
            List<RdfGraph> read = new ArrayList<>();
            links.advance(0, false, outcome -> outcome.element().ifPresent(read::add));
            return read.get(0);
        };
    }
}
