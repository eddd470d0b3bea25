package dev.velella.outbox.journal;

import dev.velella.capture.OutboxPosition;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/**
 * A file of the journal: a head that names the position before its first commit, and commits. Each has its length and its
 * checksum before it. Owned by the {@link Journal}, and as thread-safe as its owner makes it. A file whose end was torn off
 * by a crash is cut after its last whole commit when it is opened.
 *
 * <p>Not a channel of Java's: an interrupt of a thread that reads or writes would close it for all threads.
 */
final class Segment implements AutoCloseable {
    private static final String NAME = "VELOUTB";
    private static final String FORMAT = "1";
    private static final byte[] MAGIC = (NAME + FORMAT).getBytes(StandardCharsets.US_ASCII);
    private static final int FRAME_HEAD = 2 * Integer.BYTES;

    private final Path file;
    private final OutboxPosition before;
    private final RandomAccessFile content;
    private long end;

    private Segment(Path file, OutboxPosition before, RandomAccessFile content, long end) {
        this.file = file;
        this.before = before;
        this.content = content;
        this.end = end;
    }

    /** Makes a file without commits; it is whole, or not there, after a crash. */
    static Segment create(Path directory, OutboxPosition before) throws IOException {
        Path file = directory.resolve(String.format("%020d.outbox", before.number() + 1));
        byte[] position = before.format().getBytes(StandardCharsets.US_ASCII);
        ByteBuffer head = ByteBuffer.allocate(MAGIC.length + Integer.BYTES + position.length);
        head.put(MAGIC).putInt(position.length).put(position).flip();
        long end = head.limit();
        Path temporary = directory.resolve("new.tmp");
        try (RandomAccessFile out = new RandomAccessFile(temporary.toFile(), "rw")) {
            out.setLength(0);
            out.write(head.array());
            out.getFD().sync();
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncDirectory(directory);
        return new Segment(file, before, new RandomAccessFile(file.toFile(), "rw"), end);
    }

    /**
     * Refuses a file of a newer version, without a change.
     *
     * @throws IOException if the file has another format than this version knows
     */
    static void refuseOtherFormat(Path file) throws IOException {
        String head;
        try (InputStream in = Files.newInputStream(file)) {
            head = new String(in.readNBytes(MAGIC.length), StandardCharsets.US_ASCII);
        }
        if (head.matches(NAME + "[0-9]") && !head.endsWith(FORMAT)) {
            throw new IOException("the outbox has format " + head.substring(NAME.length()) + " in " + file
                    + "; this version knows format " + FORMAT + ". A newer version has written it: run that version");
        }
    }

    /**
     * Opens a file and tells the places of its commits.
     *
     * @param isLast whether a torn end is cut; in other files it is damage
     * @throws IOException if the file is damaged
     */
    static Segment open(Path file, boolean isLast, LongConsumer commits) throws IOException {
        RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw");
        try {
            byte[] magic = read(content, 0, MAGIC.length);
            int length =
                    ByteBuffer.wrap(read(content, MAGIC.length, Integer.BYTES)).getInt();
            if (!java.util.Arrays.equals(magic, MAGIC) || length < 0 || length > 1000) {
                throw new IOException(file + " is no file of an outbox");
            }
            String position =
                    new String(read(content, MAGIC.length + Integer.BYTES, length), StandardCharsets.US_ASCII);
            long end = (long) MAGIC.length + Integer.BYTES + length;
            Segment segment = new Segment(file, OutboxPosition.parse(position), content, end);
            segment.scan(isLast, commits);
            return segment;
        } catch (IOException | RuntimeException e) {
            content.close();
            throw new IOException(
                    file + " is damaged: " + e.getMessage() + "; move the outbox away, and take a new snapshot", e);
        }
    }

    private void scan(boolean isLast, LongConsumer commits) throws IOException {
        long size = content.length();
        while (end + FRAME_HEAD <= size) {
            int length = ByteBuffer.wrap(read(content, end, Integer.BYTES)).getInt();
            if (length < 1 || end + FRAME_HEAD + length > size || !isWhole(end)) {
                break;
            }
            commits.accept(end);
            end += FRAME_HEAD + length;
        }
        if (end < size) {
            if (!isLast) {
                throw new IOException("a commit at byte " + end + " is not whole");
            }
            content.setLength(end);
        }
    }

    private boolean isWhole(long at) throws IOException {
        ByteBuffer head = ByteBuffer.wrap(read(content, at, FRAME_HEAD));
        byte[] body = read(content, at + FRAME_HEAD, head.getInt());
        return checksum(body) == head.getInt();
    }

    /** Writes commits at the end, and returns the place of each. If it fails, the file is as before. */
    List<Long> append(List<JournalCommit> commits, boolean sync) throws IOException {
        List<byte[]> bodies = commits.stream().map(JournalCommit::toBytes).toList();
        ByteBuffer out = ByteBuffer.allocate(
                bodies.stream().mapToInt(body -> FRAME_HEAD + body.length).sum());
        List<Long> places = new ArrayList<>();
        for (byte[] body : bodies) {
            places.add(end + out.position());
            out.putInt(body.length).putInt(checksum(body)).put(body);
        }
        if (content.length() > end) { // what failed before could not be cut then
            content.setLength(end);
        }
        try {
            content.seek(end);
            content.write(out.array());
            if (sync) {
                content.getFD().sync();
            }
        } catch (IOException | RuntimeException | Error e) {
            cutAfter(e);
            throw e;
        }
        end += out.position();
        return places;
    }

    /** Cuts what a failed write has left. If this fails too, the next write does it. */
    private void cutAfter(Throwable failure) {
        try {
            content.setLength(end);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Cuts the commit at a place, and all after it. */
    void cut(long at, boolean sync) throws IOException {
        content.setLength(at);
        end = at;
        if (sync) {
            content.getFD().sync();
        }
    }

    JournalCommit read(long at) throws IOException {
        ByteBuffer head = ByteBuffer.wrap(read(content, at, FRAME_HEAD));
        byte[] body = read(content, at + FRAME_HEAD, head.getInt());
        if (checksum(body) != head.getInt()) {
            throw new IOException(file + " is damaged: the checksum of the commit at byte " + at + " is wrong");
        }
        return JournalCommit.read(ByteBuffer.wrap(body));
    }

    OutboxPosition before() {
        return before;
    }

    long end() {
        return end;
    }

    void delete() throws IOException {
        close();
        Files.deleteIfExists(file);
    }

    @Override
    public void close() throws IOException {
        content.close();
    }

    private static int checksum(byte[] body) {
        CRC32C crc = new CRC32C();
        crc.update(body);
        return (int) crc.getValue();
    }

    private static byte[] read(RandomAccessFile content, long at, int length) throws IOException {
        if (length < 0 || at + length > content.length()) {
            throw new IOException("it ends at byte " + content.length() + ", in the middle of something");
        }
        byte[] bytes = new byte[length];
        content.seek(at);
        content.readFully(bytes);
        return bytes;
    }

    private static void syncDirectory(Path directory) throws IOException {
        if (java.io.File.separatorChar == '/') {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
