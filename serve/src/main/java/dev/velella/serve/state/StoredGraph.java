package dev.velella.serve.state;

import dev.velella.dictionary.Dictionary;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.GraphHash;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The graph of a stream after one of its patches, as bytes. Immutable; nobody may change the arrays.
 *
 * @param key name of the stream
 * @param partition partition of the topic of patches
 * @param offset offset of the patch; of a snapshot whose patch is gone, an offset before the first record of the log
 * @param number number of the patch in its stream, from 1
 * @param hash {@link GraphHash} of the graph
 * @param time time of the patch in ms since 1970; -1 if it has none
 * @param moved whether a snapshot has mended the stream: then the offset is one that no record had at that time, so that
 *     clients that go on after their counter get the graph
 * @param blankNodes whether a statement has a blank node
 * @param dictionary dictionary on which the frame builds; null if the frame is a key frame
 * @param frame the graph as a frame of Jelly-RDF with {@link #OPTIONS} and without metadata, which may stand anywhere in a
 *     stream: it builds on the dictionary alone, or on nothing
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares these records
public record StoredGraph(
        String key,
        int partition,
        long offset,
        long number,
        long hash,
        long time,
        boolean moved,
        boolean blankNodes,
        @Nullable Dictionary dictionary,
        byte[] frame) {
    /** Options of the frames. */
    public static final JellyOptions OPTIONS = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 1);

    private static final int HEAD = 4 + 8 + 8 + 8 + 8 + 1 + 8;
    private static final int BLANK_NODES = 1;
    private static final int MOVED = 2;
    private static final int ON_DICTIONARY = 4;

    /** Finds dictionaries by their names. */
    public interface Dictionaries {
        /** The dictionary of a name; throws if there is none. */
        Dictionary get(long name);
    }

    /** Number and hash as the header {@code patch} has them: {@code 17.h00c4d2f1a09be377}. */
    public String position() {
        return number + "." + GraphHash.format(hash);
    }

    /** The same graph at another place among the changes. */
    public StoredGraph movedTo(long place) {
        return new StoredGraph(key, partition, place, number, hash, time, true, blankNodes, dictionary, frame);
    }

    /** Number of the records of the partition up to the one that the graph is of: a client goes on after it. */
    public long counter() {
        return moved ? offset : offset + 1;
    }

    /** The bytes of which {@link #of} makes the same graph. */
    public byte[] toBytes() {
        int flags = (blankNodes ? BLANK_NODES : 0) | (moved ? MOVED : 0) | (dictionary == null ? 0 : ON_DICTIONARY);
        return ByteBuffer.allocate(HEAD + frame.length)
                .putInt(partition)
                .putLong(offset)
                .putLong(number)
                .putLong(hash)
                .putLong(time)
                .put((byte) flags)
                .putLong(dictionary == null ? 0 : dictionary.name())
                .put(frame)
                .array();
    }

    /** The graph of a stream from its bytes. */
    public static StoredGraph of(String key, byte[] bytes, Dictionaries dictionaries) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int partition = in.getInt();
        long offset = in.getLong();
        long number = in.getLong();
        long hash = in.getLong();
        long time = in.getLong();
        byte flags = in.get();
        long name = in.getLong();
        Dictionary dictionary = (flags & ON_DICTIONARY) == 0 ? null : dictionaries.get(name);
        byte[] frame = new byte[in.remaining()];
        in.get(frame);
        boolean moved = (flags & MOVED) != 0;
        boolean blankNodes = (flags & BLANK_NODES) != 0;
        return new StoredGraph(key, partition, offset, number, hash, time, moved, blankNodes, dictionary, frame);
    }

    /** The partition in the bytes of a graph, which is asked for before anything else is read. */
    static int partitionOf(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getInt();
    }
}
