package dev.velella.bench.edge;

import dev.velella.edge.DictionaryStream;
import dev.velella.edge.EdgeDictionary;
import dev.velella.edge.EdgeForm;
import dev.velella.edge.EdgeHeader;
import dev.velella.edge.EdgeMessage;
import dev.velella.edge.EdgeSettings;
import dev.velella.frame.MediaTypes;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.VelellaHeader;
import dev.velella.source.mqtt.link.DictionaryLinks;
import dev.velella.source.mqtt.link.DictionaryMessage;
import dev.velella.source.mqtt.link.DictionaryName;
import dev.velella.source.mqtt.link.LinkCounts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.jspecify.annotations.Nullable;

/** How graphs travel over the link: what a device makes of them, and what the receiver makes of that. */
public record EdgeFormat(String name, Supplier<Writer> writer, Supplier<Reader> reader) {
    /**
     * A message.
     *
     * @param mediaType its content type
     * @param header value of its user property {@value EdgeHeader#NAME}; null for none
     */
    record Sent(byte[] payload, String mediaType, @Nullable String header) {}

    /** What a device does. */
    interface Writer {
        Sent next(RdfGraph graph);

        /** A dictionary that the broker is to retain before the next message; null for none. */
        default byte @Nullable [] dictionary() {
            return null;
        }
    }

    /** What a receiver does. */
    interface Reader {
        /** The graphs that can be read now that a message came; none if it waits for others. */
        List<RdfGraph> read(Sent sent);

        /** Takes a dictionary that the broker retains. */
        default void dictionary(byte[] payload) {}
    }

    static List<EdgeFormat> all() {
        return List.of(
                new EdgeFormat("n-triples", () -> EdgeFormat::nTriples, () -> EdgeFormat::readNTriples),
                new EdgeFormat("jelly-self-contained", EdgeFormat::selfContained, EdgeFormat::selfContainedReader),
                new EdgeFormat("jelly-dictionary", () -> new Star(EdgeForm.GRAPHS), StarReader::new),
                new EdgeFormat("jelly-changes-dictionary", () -> new Star(EdgeForm.CHANGES), StarReader::new));
    }

    private static Sent nTriples(RdfGraph graph) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(20_000);
        Rio.write(graph.statements(), out, RDFFormat.NTRIPLES);
        return new Sent(out.toByteArray(), "application/n-triples", null);
    }

    private static List<RdfGraph> readNTriples(Sent sent) {
        RDFParser parser = Rio.createParser(RDFFormat.NTRIPLES);
        List<Statement> statements = new ArrayList<>();
        parser.setRDFHandler(new StatementCollector(statements));
        try {
            parser.parse(new ByteArrayInputStream(sent.payload()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of(RdfGraph.of(statements));
    }

    private static Writer selfContained() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, StatementOrder.DENSE, Limits.DEFAULT);
        return graph -> new Sent(encoder.encode(graph), MediaTypes.JELLY_RDF, null);
    }

    private static Reader selfContainedReader() {
        return sent ->
                List.of(new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT).decode(sent.payload()));
    }

    /** Messages that build on a dictionary. */
    private static final class Star implements Writer {
        private final DictionaryStream stream;

        Star(EdgeForm form) {
            stream = new DictionaryStream(EdgeSettings.DEFAULT.withForm(form), null);
        }

        @Override
        public Sent next(RdfGraph graph) {
            EdgeMessage message = stream.next(graph);
            return new Sent(
                    message.payload(),
                    message.header().mediaType(),
                    message.header().text());
        }

        @Override
        public byte @Nullable [] dictionary() {
            byte[] offered = stream.offer().orElse(null);
            if (offered != null) {
                stream.published();
            }
            return offered;
        }
    }

    /** Reads messages that build on dictionaries. */
    private static final class StarReader implements Reader {
        private final DictionaryLinks<String> links = new DictionaryLinks<>(
                topic -> null,
                false,
                new DictionaryLinks.Settings("velella/link/", 1, Long.MAX_VALUE, Limits.DEFAULT),
                new LinkCounts());
        private final Map<Long, byte[]> retained = new HashMap<>();

        @Override
        public void dictionary(byte[] payload) {
            retained.put(EdgeDictionary.nameOf(payload), payload);
        }

        @Override
        public List<RdfGraph> read(Sent sent) {
            VelellaHeader header =
                    VelellaHeader.parse(String.valueOf(sent.header()).getBytes(StandardCharsets.US_ASCII));
            links.add("device", new DictionaryMessage(header, sent.payload()), "");
            List<RdfGraph> read = new ArrayList<>();
            advance(read);
            for (DictionaryName wanted : links.wanted()) {
                links.arrived(wanted, Objects.requireNonNull(retained.get(wanted.name())));
                advance(read);
            }
            return read;
        }

        private void advance(List<RdfGraph> read) {
            links.advance(0, false, outcome -> read.add(Objects.requireNonNull(outcome.graph())));
        }
    }
}
