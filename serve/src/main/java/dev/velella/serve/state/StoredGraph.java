package dev.velella.serve.state;

import dev.velella.rdf.GraphHash;
import java.nio.ByteBuffer;

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
 * @param frame the graph as a self-contained Jelly-RDF frame, with key, patch and place in its metadata
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares these records
public record StoredGraph(
        String key, int partition, long offset, long number, long hash, long time, boolean moved, boolean blankNodes, byte[] frame) {
    private static final int HEAD = 4 + 8 + 8 + 8 + 8 + 1;

    /** Number and hash as the header {@code patch} has them: {@code 17.h00c4d2f1a09be377}. */
    public String position() {
        return number + "." + GraphHash.format(hash);
    }

    /** The same graph at another place among the changes. */
    public StoredGraph movedTo(long place) {
        return new StoredGraph(key, partition, place, number, hash, time, true, blankNodes, frame);
    }

    /** Number of the records of the partition up to the one that the graph is of: a client goes on after it. */
    public long counter() {
        return moved ? offset : offset + 1;
    }

    /** The bytes of which {@link #of} makes the same graph. */
    public byte[] toBytes() {
        return ByteBuffer.allocate(HEAD + frame.length)
                .putInt(partition)
                .putLong(offset)
                .putLong(number)
                .putLong(hash)
                .putLong(time)
                .put((byte) ((blankNodes ? 1 : 0) | (moved ? 2 : 0)))
                .put(frame)
                .array();
    }

    /** The graph of a stream from its bytes. */
    public static StoredGraph of(String key, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int partition = in.getInt();
        long offset = in.getLong();
        long number = in.getLong();
        long hash = in.getLong();
        long time = in.getLong();
        byte flags = in.get();
        byte[] frame = new byte[in.remaining()];
        in.get(frame);
        return new StoredGraph(key, partition, offset, number, hash, time, (flags & 2) != 0, (flags & 1) != 0, frame);
    }

    /** The partition in the bytes of a graph, which is asked for before anything else is read. */
    static int partitionOf(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getInt();
    }
}
