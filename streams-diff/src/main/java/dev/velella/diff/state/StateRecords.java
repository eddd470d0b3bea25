package dev.velella.diff.state;

import dev.velella.diff.compare.StreamChange;
import dev.velella.diff.compare.StreamGraph;
import dev.velella.diff.options.FrameSettings;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.RdfGraph;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.eclipse.rdf4j.model.Statement;

/**
 * The byte format for records of the state store, format 2. A record has one octet for the format, one octet for its
 * kind, and the {@link StreamHead}. Then follows for a <i>base</i> the graph as a self-contained Jelly-RDF frame, or
 * nothing if the graph is empty; for a <i>delta</i> the bytes of {@link GraphDelta}. If a delta has the same patch
 * number as the record before it, it changes only the head.
 *
 * <p>The key of a base is the key of the stream. The key of a delta is the key of the stream, then the byte 0xFF, which
 * no UTF-8 text contains, then the number of patches since the base. The key of a {@link ChangeLog} is the key of the
 * stream, then the byte 0xFE. The key of {@link StoredMeaning} is the byte 0xFD. Not thread-safe.
 */
final class StateRecords {
    /** Stands in {@link StoredMeaning} too, where a program sees it before it reads a record. */
    static final int FORMAT = 2;

    private static final int BASE = 0;
    private static final int DELTA = 1;
    private static final byte DELTA_MARK = (byte) 0xFF;
    private static final byte CHANGES_MARK = (byte) 0xFE;
    private static final byte MEANING_MARK = (byte) 0xFD;

    private final JellyGraphEncoder encoder;
    private final JellyGraphDecoder decoder;
    private final StateOutput out = new StateOutput();

    /** A record whose head was read, and its content, which is still to be read. */
    record Read(StreamHead head, boolean isBase, StateInput content) {}

    StateRecords(FrameSettings frames) {
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, frames.rdfStar(), 2);
        encoder = new JellyGraphEncoder(options, frames.limits());
        decoder = new JellyGraphDecoder(LightValueFactory.eager(), frames.limits());
    }

    /** The key of a stream's delta. */
    static Bytes deltaKey(Bytes stream, long patches) {
        byte[] key = stream.get();
        byte[] delta = Arrays.copyOf(key, key.length + 5);
        delta[key.length] = DELTA_MARK;
        for (int i = 0; i < 4; i++) {
            delta[key.length + 1 + i] = (byte) (patches >>> (24 - 8 * i));
        }
        return Bytes.wrap(delta);
    }

    /** The key of a stream's log of changes. */
    static Bytes changesKey(Bytes stream) {
        byte[] key = stream.get();
        byte[] changes = Arrays.copyOf(key, key.length + 1);
        changes[key.length] = CHANGES_MARK;
        return Bytes.wrap(changes);
    }

    /** The key of {@link StoredMeaning}. */
    static Bytes meaningKey() {
        return Bytes.wrap(new byte[] {MEANING_MARK});
    }

    /** Whether this is the key of a stream, which is also the key of its base. */
    static boolean isStream(Bytes key) {
        for (byte b : key.get()) {
            if (b == DELTA_MARK || b == CHANGES_MARK || b == MEANING_MARK) {
                return false;
            }
        }
        return true;
    }

    /**
     * Writes a base.
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

    /** Writes a delta, which changes a graph into the graph of the given head. */
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
     * Reads the graph of a base and checks its hash against the head.
     *
     * @throws IllegalArgumentException if the bytes are not a graph with this hash
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
     * Applies a delta to a graph.
     *
     * @param hash hash of the graph
     * @throws IllegalArgumentException if the bytes are not a change of this graph, or the changed graph does not have
     *     the hash in the head; the graph must then be thrown away
     */
    void apply(Read delta, StreamGraph graph, long hash) {
        StreamChange change = GraphDelta.read(graph, hash, delta.content());
        checkHash(delta.head(), change.hashAfter());
        graph.apply(change);
    }

    private static void checkHash(StreamHead head, long hash) {
        if (hash != head.hash()) {
            throw new IllegalArgumentException(
                    "a graph with another hash than the stored one, at patch " + head.number());
        }
    }
}
