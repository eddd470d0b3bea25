package dev.velella.diff.state;

import dev.velella.diff.compare.StreamChange;
import dev.velella.diff.compare.StreamGraph;
import dev.velella.diff.options.FrameSettings;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.eclipse.rdf4j.model.Statement;

/**
 * The records of the state store, as bytes. Format 2: the format (1 octet), what it is (1 octet), the
 * {@link StreamHead}, and then for a <i>base</i> the graph as a self-contained Jelly-RDF frame, none for no statements;
 * for a <i>delta</i> what {@link GraphDelta} writes. A delta whose number is that of the record before it changes the
 * head only.
 *
 * <p>The key of a base is the stream's; that of a delta has 0xFF after it, which is in no UTF-8 text, and the number of
 * patches since the base. Not thread-safe.
 */
final class StateRecords {
    private static final int FORMAT = 2;
    private static final int BASE = 0;
    private static final int DELTA = 1;
    private static final byte DELTA_MARK = (byte) 0xFF;

    private final JellyGraphEncoder encoder;
    private final JellyGraphDecoder decoder;
    private final StateOutput out = new StateOutput();

    /** A record that was read: its head, and where its content begins. */
    record Read(StreamHead head, boolean isBase, StateInput content) {}

    StateRecords(FrameSettings frames) {
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, frames.tables(), frames.rdfStar(), 2);
        encoder = new JellyGraphEncoder(options, frames.limits());
        decoder = new JellyGraphDecoder(LightValueFactory.eager(), frames.limits());
    }

    /** Key of a stream's delta. */
    static Bytes deltaKey(Bytes stream, long patches) {
        byte[] key = stream.get();
        byte[] delta = Arrays.copyOf(key, key.length + 5);
        delta[key.length] = DELTA_MARK;
        for (int i = 0; i < 4; i++) {
            delta[key.length + 1 + i] = (byte) (patches >>> (24 - 8 * i));
        }
        return Bytes.wrap(delta);
    }

    /** Whether this is the key of a stream, and with it of its base. */
    static boolean isStream(Bytes key) {
        for (byte b : key.get()) {
            if (b == DELTA_MARK) {
                return false;
            }
        }
        return true;
    }

    /**
     * The bytes of a base.
     *
     * @throws MalformedJellyException if the graph does not fit the configured options or limits
     */
    byte[] base(StreamHead head, StreamGraph graph) {
        begin(BASE, head);
        if (graph.size() > 0) {
            out.raw(encoder.encode(RdfGraph.of(graph.statements())));
        }
        return out.toByteArray();
    }

    /** The bytes of a delta that turns a graph into the one of this head. */
    byte[] delta(StreamHead head, StreamGraph graph, StreamChange change) {
        begin(DELTA, head);
        GraphDelta.write(graph, change, out);
        return out.toByteArray();
    }

    private void begin(int kind, StreamHead head) {
        out.reset();
        out.octet(FORMAT);
        out.octet(kind);
        head.write(out);
    }

    /**
     * Reads the head of a record.
     *
     * @throws IllegalArgumentException if the bytes are not a record of this format
     */
    static Read read(byte[] record) {
        StateInput in = new StateInput(record);
        int format = in.octet();
        if (format != FORMAT) {
            throw new IllegalArgumentException("a record of format " + format + " where format " + FORMAT
                    + " was expected" + (format == 1 ? "; the state is that of an earlier version of the app" : ""));
        }
        int kind = in.octet();
        if (kind != BASE && kind != DELTA) {
            throw new IllegalArgumentException("a record of kind " + kind);
        }
        return new Read(StreamHead.read(in), kind == BASE, in);
    }

    /**
     * The graph of a base, checked against its head.
     *
     * @throws IllegalArgumentException if the bytes are not a graph of this hash
     */
    StreamGraph graph(Read base) {
        byte[] frame = base.content().rest();
        StreamGraph graph = StreamGraph.of(frame.length == 0 ? List.of() : decode(frame));
        checkHash(base.head(), graph.hash());
        return graph;
    }

    private List<Statement> decode(byte[] frame) {
        try {
            return decoder.decode(frame).statements();
        } catch (MalformedJellyException e) {
            throw new IllegalArgumentException("a graph that cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /**
     * Changes a graph as a delta says.
     *
     * @param hash of the graph
     * @throws IllegalArgumentException if the bytes are not a change of this graph that leads to the hash of their head;
     *     the graph must then be thrown away
     */
    void apply(Read delta, StreamGraph graph, long hash) {
        StreamChange change = GraphDelta.read(graph, hash, delta.content());
        checkHash(delta.head(), change.hashAfter());
        graph.apply(change);
    }

    private static void checkHash(StreamHead head, long hash) {
        if (hash != head.hash()) {
            throw new IllegalArgumentException(
                    "a graph whose hash is not the one stored with it, patch " + head.number());
        }
    }

    /** Says that what is stored of a stream cannot be used. */
    static IllegalStateException damaged(Bytes stream, IllegalArgumentException why) {
        return new IllegalStateException(
                "the state store holds, for the stream "
                        + ErrorText.name(new String(stream.get(), StandardCharsets.UTF_8)) + ", "
                        + why.getMessage() + "; start with another application.id, or reset this one",
                why);
    }
}
