package dev.velella.jelly.transcode;

import dev.velella.jelly.wire.WireReader;
import dev.velella.jelly.write.TableText;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One lookup table of a stream that is transcoded. An entry is a text with a hint at its place in the joined stream.
 *
 * <p>The texts stay when another stream begins, though they cannot be referred to until they are set again. A stream of
 * self-contained frames sets nearly the same entries in every frame: then the text is there, and its hint with it.
 */
final class EntryTexts {
    /** What an entry is called in messages. */
    private final String what;

    private int size;
    private TableText[] texts = new TableText[0];
    private byte[][] bytes = new byte[0][];

    /** The number of the stream that set an entry. */
    private int[] setBy = new int[0];

    private int stream;
    private int last;
    private long held;

    EntryTexts(String what) {
        this.what = what;
    }

    /** Begins another stream: no entry is set. */
    void begin(int entries) {
        size = entries;
        stream++;
        last = 0;
    }

    /** Bytes of all texts that are kept. */
    long held() {
        return held;
    }

    /** Forgets the texts that the present stream has not set. */
    void forgetOthers() {
        for (int id = 0; id < texts.length; id++) {
            if (setBy[id] != stream && bytes[id].length > 0) {
                held -= bytes[id].length;
                bytes[id] = new byte[0];
                texts[id] = new TableText("");
            }
        }
    }

    /** Reads the body of an entry row. */
    void read(WireReader in, byte[] frame, int end) {
        int row = in.position();
        int id = 0;
        int start = row;
        int length = 0;
        while (in.position() < end) {
            int tag = in.tag(end);
            if (tag == 0x08) {
                id = in.varint(end);
            } else if (tag == 0x12) {
                length = in.length(end);
                start = in.position();
                in.seek(start + length);
            } else {
                in.skip(tag, end);
            }
        }
        set(in, frame, row, id, start, length);
    }

    /**
     * Reads the body of an entry row in the form that all writers use.
     *
     * @return whether it was read; if not, nothing has changed
     */
    boolean quick(WireReader in, byte[] a, int begin, int end) {
        int p = begin;
        int id = 0;
        if (end - p >= 2 && a[p] == 0x08 && a[p + 1] >= 0) {
            id = a[p + 1];
            p += 2;
        } else if (end - p >= 3 && a[p] == 0x08 && a[p + 2] >= 0) {
            id = WireReader.twoBytes(a[p + 1], a[p + 2]);
            p += 3;
        }
        if (end - p < 2 || a[p] != 0x12 || a[p + 1] < 0 || p + 2 + a[p + 1] != end) {
            return false;
        }
        set(in, a, begin, id, p + 2, a[p + 1]);
        return true;
    }

    private void set(WireReader in, byte[] frame, int row, int given, int start, int length) {
        int id = given == 0 ? last + 1 : given;
        if (id < 1 || id > size) {
            throw in.failAt(
                    row,
                    "a " + what + " entry with id " + Integer.toUnsignedString(id) + " in a table of " + size
                            + " entries");
        }
        makeRoom(id);
        if (!Arrays.equals(bytes[id], 0, bytes[id].length, frame, start, start + length)) {
            texts[id] = new TableText(in.text(start, length));
            held += length - bytes[id].length;
            bytes[id] = Arrays.copyOfRange(frame, start, start + length);
        }
        setBy[id] = stream;
        last = id;
    }

    /** The entry of an id; null if it is not set. */
    @Nullable
    TableText find(int id) {
        return id > 0 && id < texts.length && setBy[id] == stream ? texts[id] : null;
    }

    /** The entry of an id. */
    TableText get(WireReader in, int id) {
        if (id < 1 || id >= texts.length || setBy[id] != stream) {
            throw in.fail("a reference to " + what + " " + Integer.toUnsignedString(id) + ", which no row has set");
        }
        return texts[id];
    }

    private void makeRoom(int id) {
        int before = texts.length;
        if (id < before) {
            return;
        }
        int room = Math.min(size, Math.max(id, before * 2)) + 1;
        texts = Arrays.copyOf(texts, room);
        bytes = Arrays.copyOf(bytes, room);
        setBy = Arrays.copyOf(setBy, room);
        for (int i = before; i < room; i++) {
            texts[i] = new TableText("");
            bytes[i] = new byte[0];
        }
    }
}
