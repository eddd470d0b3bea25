package dev.velella.outbox.journal;

import dev.velella.capture.OutboxPosition;
import java.io.IOException;
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
 */
final class Segment implements AutoCloseable {
    private static final byte[] MAGIC = "VELOUTB1".getBytes(StandardCharsets.US_ASCII);
    private static final int FRAME_HEAD = 2 * Integer.BYTES;

    private final Path file;
    private final OutboxPosition before;
    private final FileChannel channel;
    private long end;

    private Segment(Path file, OutboxPosition before, FileChannel channel, long end) {
        this.file = file;
        this.before = before;
        this.channel = channel;
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
        try (FileChannel out = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            write(out, head, 0);
            out.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncDirectory(directory);
        return new Segment(
                file, before, FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE), end);
    }

    /**
     * Opens a file and tells the places of its commits.
     *
     * @param isLast whether a torn end is cut; in other files it is damage
     * @throws IOException if the file is damaged
     */
    static Segment open(Path file, boolean isLast, LongConsumer commits) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            byte[] magic = read(channel, 0, MAGIC.length);
            int length =
                    ByteBuffer.wrap(read(channel, MAGIC.length, Integer.BYTES)).getInt();
            if (!java.util.Arrays.equals(magic, MAGIC) || length < 0 || length > 1000) {
                throw new IOException(file + " is no file of an outbox");
            }
            String position =
                    new String(read(channel, MAGIC.length + Integer.BYTES, length), StandardCharsets.US_ASCII);
            long end = (long) MAGIC.length + Integer.BYTES + length;
            Segment segment = new Segment(file, OutboxPosition.parse(position), channel, end);
            segment.scan(isLast, commits);
            return segment;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw new IOException(
                    file + " is damaged: " + e.getMessage() + "; move the outbox away, and take a new snapshot", e);
        }
    }

    private void scan(boolean isLast, LongConsumer commits) throws IOException {
        long size = channel.size();
        while (end + FRAME_HEAD <= size) {
            int length = ByteBuffer.wrap(read(channel, end, Integer.BYTES)).getInt();
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
            channel.truncate(end);
        }
    }

    private boolean isWhole(long at) throws IOException {
        ByteBuffer head = ByteBuffer.wrap(read(channel, at, FRAME_HEAD));
        byte[] body = read(channel, at + FRAME_HEAD, head.getInt());
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
        out.flip();
        try {
            write(channel, out, end);
            if (sync) {
                channel.force(false);
            }
        } catch (IOException e) {
            channel.truncate(end);
            throw e;
        }
        end += out.limit();
        return places;
    }

    /** Cuts the commit at a place, and all after it. */
    void cut(long at, boolean sync) throws IOException {
        channel.truncate(at);
        end = at;
        if (sync) {
            channel.force(false);
        }
    }

    JournalCommit read(long at) throws IOException {
        ByteBuffer head = ByteBuffer.wrap(read(channel, at, FRAME_HEAD));
        byte[] body = read(channel, at + FRAME_HEAD, head.getInt());
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
        channel.close();
    }

    private static int checksum(byte[] body) {
        CRC32C crc = new CRC32C();
        crc.update(body);
        return (int) crc.getValue();
    }

    private static void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        long place = at;
        while (bytes.hasRemaining()) {
            place += channel.write(bytes, place);
        }
    }

    private static byte[] read(FileChannel channel, long at, int length) throws IOException {
        if (length < 0 || at + length > channel.size()) {
            throw new IOException("it ends at byte " + channel.size() + ", in the middle of something");
        }
        ByteBuffer in = ByteBuffer.allocate(length);
        while (in.hasRemaining()) {
            if (channel.read(in, at + in.position()) < 0) {
                throw new IOException("it ends at byte " + channel.size() + ", in the middle of something");
            }
        }
        return in.array();
    }

    private static void syncDirectory(Path directory) throws IOException {
        if (java.io.File.separatorChar == '/') {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
