package dev.velella.serve.http;

import dev.velella.dictionary.Dictionary;
import dev.velella.serve.select.Counter;
import dev.velella.serve.select.LeftOut;
import dev.velella.serve.select.Selected;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoredGraph;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Graphs that another instance sends. If its part is not complete, {@link #next} throws. Not thread-safe. */
final class PeerRows implements Rows<StoredGraph> {
    private static final int MOST_BYTES = 1 << 30;

    private final DataInputStream in;
    private final String address;
    private boolean ended;
    private @Nullable Dictionary dictionary;

    private PeerRows(InputStream in, String address) {
        this.in = new DataInputStream(new BufferedInputStream(in, 1 << 15));
        this.address = address;
    }

    /** Reads the beginning of a part. */
    static Selected open(InputStream in, String address) throws IOException {
        PeerRows rows = new PeerRows(in, address);
        if (rows.in.readInt() != PeerContent.FORM) {
            throw new IOException("it is another version of the service");
        }
        Counter counter = Counter.parse(new String(rows.bytes(), StandardCharsets.US_ASCII));
        long leftOut = rows.in.readLong();
        List<String> keys = new ArrayList<>();
        for (int left = rows.in.readInt(); left > 0; left--) {
            keys.add(new String(rows.bytes(), StandardCharsets.UTF_8));
        }
        return new Selected(rows, counter, new LeftOut(leftOut, keys), BitSet.valueOf(rows.bytes()));
    }

    @Override
    public @Nullable StoredGraph next() {
        if (ended) {
            return null;
        }
        try {
            int mark = in.readUnsignedByte();
            if (mark == PeerContent.DICTIONARY) {
                dictionary = Dictionary.of(bytes());
                mark = in.readUnsignedByte();
            }
            if (mark == PeerContent.END) {
                ended = true;
                return null;
            }
            if (mark != PeerContent.GRAPH) {
                throw new IOException("unknown mark " + mark);
            }
            return StoredGraph.of(new String(bytes(), StandardCharsets.UTF_8), bytes(), this::dictionary);
        } catch (IOException e) {
            throw new UncheckedIOException("the part of instance " + address + " broke off: " + e, e);
        }
    }

    private Dictionary dictionary(long name) {
        Dictionary known = dictionary;
        if (known == null || known.name() != name) {
            throw new IllegalStateException("the part of instance " + address + " lacks a dictionary");
        }
        return known;
    }

    private byte[] bytes() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MOST_BYTES) {
            throw new IOException("a length of " + length + " bytes");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the end came too early");
        }
        return bytes;
    }

    @Override
    public void close() {
        ended = true;
        try {
            in.close();
        } catch (IOException e) {
            // the part is not wanted any more
        }
    }
}
