package dev.velella.view.answer;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The change from the rows that were answered last to the rows of the next answer. Immutable.
 *
 * <p>The stored form of an answer is a format byte, the number of rows, and for each row its key and its JSON as text
 * with its length in bytes.
 */
public final class RowChanges {
    private static final byte FORMAT = 1;

    private final List<Row> upserts;
    private final List<String> deletes;
    private final byte @Nullable [] stored;

    private RowChanges(List<Row> upserts, List<String> deletes, byte @Nullable [] stored) {
        this.upserts = List.copyOf(upserts);
        this.deletes = List.copyOf(deletes);
        this.stored = stored;
    }

    /**
     * Compares the stored rows of the last answer with the next rows.
     *
     * @param before what {@link #stored} was; null if there was no row
     * @throws IllegalArgumentException if the stored form is damaged or of another format
     */
    public static RowChanges between(byte @Nullable [] before, List<Row> next) {
        Map<String, String> gone = rows(before);
        List<Row> upserts = new ArrayList<>();
        for (Row row : next) {
            if (!row.json().equals(gone.remove(row.key()))) {
                upserts.add(row);
            }
        }
        if (upserts.isEmpty() && gone.isEmpty()) {
            return new RowChanges(List.of(), List.of(), before);
        }
        return new RowChanges(upserts, List.copyOf(gone.keySet()), encode(next));
    }

    /** Rows that are new, or whose JSON is another than before, in the order of the answer. */
    public List<Row> upserts() {
        return upserts;
    }

    /** Keys of rows that are gone, in the order in which they were answered. */
    public List<String> deletes() {
        return deletes;
    }

    /** The rows of the next answer, to be stored until the next comparison; null if there is none. Not a copy. */
    public byte @Nullable [] stored() {
        return stored;
    }

    /** Whether there is nothing to write and nothing to store. */
    public boolean isEmpty() {
        return upserts.isEmpty() && deletes.isEmpty();
    }

    /**
     * Reads a stored answer: key and row, both as JSON.
     *
     * @param stored null if there is no row
     * @throws IllegalArgumentException if the stored form is damaged or of another format
     */
    public static Map<String, String> rows(byte @Nullable [] stored) {
        Map<String, String> rows = new LinkedHashMap<>();
        if (stored == null) {
            return rows;
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(stored))) {
            if (in.readByte() != FORMAT) {
                throw new IllegalArgumentException("rows of another format than " + FORMAT);
            }
            int size = in.readInt();
            for (int i = 0; i < size; i++) {
                rows.put(text(in), text(in));
            }
            if (in.available() > 0 || rows.size() != size) {
                throw new IllegalArgumentException("rows that are damaged");
            }
            return rows;
        } catch (IOException e) {
            throw new IllegalArgumentException("rows that are damaged", e);
        }
    }

    private static String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IllegalArgumentException("rows that are damaged");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private static byte @Nullable [] encode(List<Row> rows) {
        if (rows.isEmpty()) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            out.writeInt(rows.size());
            for (Row row : rows) {
                write(out, row.key());
                write(out, row.json());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
