package dev.velella.sink.versions.journal;

import dev.velella.sink.directory.OwnerOnly;
import dev.velella.sink.directory.StorePlaces;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;

/**
 * The file in which a memory store keeps its history: the id of the history, then one entry after the other, each with
 * its length and checksum. Entries are only added. They wait in memory until {@link #sync} has written them. If they cannot
 * be written, they wait on, and the next attempt begins at the same place. Not thread-safe.
 *
 * <p>Not a channel of Java's: an interrupt of the thread that writes would close it.
 */
public final class HistoryJournal implements Closeable {
    /** Name of the file, beside the file of the store. */
    private static final String FILE = StorePlaces.JOURNAL;

    private static final String MAGIC = "velella history 1 ";
    private static final int ID_BYTES = 36;

    /** Size from which waiting entries are written without a sync, in bytes. */
    private static final int MOST_WAITING = 1 << 20;

    private static final int HEADER_BYTES = MAGIC.length() + ID_BYTES;

    private final RandomAccessFile file;

    /** Size of what is written whole, in bytes. */
    private long written;

    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(waiting);

    private HistoryJournal(RandomAccessFile file, long written) {
        this.file = file;
        this.written = written;
    }

    /** Receives the entries of a journal. */
    public interface Reader {
        /** Returns false if this and all later entries are not wanted. */
        boolean entry(JournalEntry entry, byte[] bytes) throws IOException;
    }

    /**
     * Makes a journal beside its place. {@link #install} then puts it there.
     *
     * @param id a UUID
     */
    public static HistoryJournal create(Path directory, String id) throws IOException {
        Path aside = aside(directory);
        Files.deleteIfExists(aside);
        RandomAccessFile file = new RandomAccessFile(aside.toFile(), "rw");
        OwnerOnly.file(aside);
        HistoryJournal journal = new HistoryJournal(file, 0);
        journal.out.write((MAGIC + id).getBytes(StandardCharsets.US_ASCII));
        return journal;
    }

    private static Path aside(Path directory) {
        return directory.resolve(FILE + ".new");
    }

    /** Writes everything and puts a created journal in the place of the present one. */
    public void install(Path directory) throws IOException {
        sync();
        Files.move(aside(directory), directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Whether a directory has the journal of a history. */
    public static boolean isOf(Path directory, String id) throws IOException {
        Path path = directory.resolve(FILE);
        if (!Files.exists(path) || Files.size(path) < HEADER_BYTES) {
            return false;
        }
        try (DataInputStream in = new DataInputStream(Files.newInputStream(path))) {
            return new String(in.readNBytes(HEADER_BYTES), StandardCharsets.US_ASCII).equals(MAGIC + id);
        }
    }

    /**
     * Reads a journal from its beginning, until an entry is not wanted, is not whole, or is damaged.
     *
     * @return size of the file up to there, in bytes
     */
    public static long read(Path directory, Reader reader) throws IOException {
        long size = HEADER_BYTES;
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(directory.resolve(FILE)), 1 << 16))) {
            in.skipNBytes(HEADER_BYTES);
            while (true) {
                int length = in.readInt();
                int sum = in.readInt();
                byte[] bytes = in.readNBytes(Math.max(0, length));
                if (bytes.length != length
                        || sum != checksum(bytes)
                        || !reader.entry(JournalEntry.decode(bytes), bytes)) {
                    return size;
                }
                size += 2L * Integer.BYTES + length;
            }
        } catch (EOFException e) {
            return size; // the end, or an entry of which only the beginning was written
        }
    }

    /** Opens a journal to add entries. Everything behind a size is cut off. */
    public static HistoryJournal open(Path directory, long size) throws IOException {
        RandomAccessFile file = new RandomAccessFile(directory.resolve(FILE).toFile(), "rw");
        file.setLength(size);
        return new HistoryJournal(file, size);
    }

    /** Adds an entry. */
    public void add(byte[] entry) throws IOException {
        out.writeInt(entry.length);
        out.writeInt(checksum(entry));
        out.write(entry);
        if (waiting.size() >= MOST_WAITING) {
            write();
        }
    }

    private static int checksum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return (int) sum.getValue();
    }

    /** Size of the journal with the entries that wait, in bytes. */
    public long size() {
        return written + waiting.size();
    }

    /** Writes the entries that wait, and returns when they are on the disk. */
    public void sync() throws IOException {
        write();
        file.getFD().sync();
    }

    private void write() throws IOException {
        file.seek(written);
        file.write(waiting.toByteArray());
        written += waiting.size();
        waiting.reset();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
