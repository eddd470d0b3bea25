package dev.velella.outbox.journal;

import dev.velella.capture.OutboxPosition;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The commits of a repository that nobody has fetched yet, in files of a directory. Commits are first prepared, and become
 * visible to readers when they are confirmed; until then they can be dropped. Owns the directory, with a lock against other
 * processes, and all files in it.
 *
 * <p>Invariants: commits have consecutive numbers, and the hash before each is the hash after its predecessor. Thread-safe. A
 * commit that cannot be written leaves the journal as it was.
 */
public final class Journal implements AutoCloseable {
    /** Files that stay although all is forgotten: the machine may not yet have the store's files on its disk. */
    private static final int KEPT = 2;

    private final Path directory;
    private final boolean sync;
    private final long segmentBytes;
    private final FileChannel lockFile;
    private final Deque<Segment> segments = new ArrayDeque<>();

    /** Places of the commits that are not forgotten, in their order. */
    private final ArrayDeque<Place> places = new ArrayDeque<>();

    private @Nullable OutboxPosition last;
    private long written = Long.MAX_VALUE;
    private int prepared;
    private long bytes;

    private record Place(Segment segment, long at, long number, long bytes) {}

    private Journal(Path directory, boolean sync, long segmentBytes, FileChannel lockFile) {
        this.directory = directory;
        this.sync = sync;
        this.segmentBytes = segmentBytes;
        this.lockFile = lockFile;
    }

    /**
     * Opens the journal of a directory, which is created if it is missing.
     *
     * @param sync whether a commit is on the disk when {@link #prepare} returns
     * @param maxBytes most bytes that the caller lets the journal have; decides the size of its files
     * @throws IOException if another process has the journal, or a file is damaged
     */
    public static Journal open(Path directory, boolean sync, long maxBytes) throws IOException {
        Files.createDirectories(directory);
        FileChannel lockFile =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        Journal journal = new Journal(directory, sync, Math.max(64 << 10, Math.min(64 << 20, maxBytes / 8)), lockFile);
        try {
            if (lock(lockFile) == null) {
                throw new IOException("another process uses the outbox in " + directory);
            }
            journal.openSegments();
            return journal;
        } catch (IOException | RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    private static @Nullable FileLock lock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private void openSegments() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.outbox")) {
            found.forEach(files::add);
        }
        files.sort(null);
        for (Path file : files) { // all of them, before the last one may be cut
            Segment.refuseOtherFormat(file);
        }
        for (Path file : files) {
            List<Long> found = new ArrayList<>();
            Segment segment = Segment.open(file, file.equals(files.get(files.size() - 1)), found::add);
            segments.add(segment);
            check(segment.before(), segment.before().number(), segment.before().hash(), file);
            for (int i = 0; i < found.size(); i++) {
                JournalCommit commit = segment.read(found.get(i));
                check(segment.before(), commit.number() - 1, commit.before(), file);
                last = new OutboxPosition(segment.before().store(), commit.number(), commit.after());
                long end = i + 1 < found.size() ? found.get(i + 1) : segment.end();
                places.add(new Place(segment, found.get(i), commit.number(), end - found.get(i)));
                bytes += end - found.get(i);
            }
        }
    }

    /** The first file sets the position; all that follows must continue it. */
    private void check(OutboxPosition head, long number, long hash, Path file) throws IOException {
        if (last == null) {
            last = head;
        } else if (!last.store().equals(head.store()) || last.number() != number || last.hash() != hash) {
            throw new IOException(
                    file + " does not continue the file before it; move the outbox away, and take a new" + " snapshot");
        }
    }

    /** The position after the last commit, prepared or not; empty if the journal has never been begun. */
    public synchronized Optional<OutboxPosition> last() {
        return Optional.ofNullable(last);
    }

    /** Forgets everything, and begins after a position. */
    public synchronized void begin(OutboxPosition position) throws IOException {
        for (Segment segment : segments) {
            segment.delete();
        }
        segments.clear();
        places.clear();
        prepared = 0;
        bytes = 0;
        last = position;
        segments.add(Segment.create(directory, position));
    }

    /** Writes the next commits, one or more, with one sync; readers do not see them yet. */
    public synchronized void prepare(List<JournalCommit> commits) throws IOException {
        OutboxPosition begin = position();
        OutboxPosition after = begin;
        for (JournalCommit commit : commits) {
            if (prepared > 0 || commit.number() != after.number() + 1 || commit.before() != after.hash()) {
                throw new IllegalStateException("commit " + commit.number() + " does not follow " + after.format());
            }
            after = new OutboxPosition(after.store(), commit.number(), commit.after());
        }
        Segment segment = segments.getLast();
        if (segment.end() > segmentBytes) {
            segment = Segment.create(directory, begin);
            segments.add(segment);
        }
        List<Long> found = segment.append(commits, sync);
        int before = places.size();
        try {
            for (int i = 0; i < found.size(); i++) {
                long end = i + 1 < found.size() ? found.get(i + 1) : segment.end();
                places.add(new Place(segment, found.get(i), commits.get(i).number(), end - found.get(i)));
            }
        } catch (OutOfMemoryError e) {
            while (places.size() > before) {
                places.removeLast();
            }
            segment.cut(found.get(0), sync);
            throw e;
        }
        bytes += segment.end() - found.get(0);
        last = after;
        prepared = commits.size();
    }

    private OutboxPosition position() {
        if (last == null) {
            throw new IllegalStateException("the journal is not begun");
        }
        return last;
    }

    /** Shows the prepared commits to readers. */
    public synchronized void confirm() {
        prepared = 0;
    }

    /** Drops the prepared commits. */
    public synchronized void drop() throws IOException {
        for (; prepared > 0; prepared--) {
            Place place = places.removeLast();
            JournalCommit commit = place.segment().read(place.at());
            place.segment().cut(place.at(), sync);
            bytes -= place.bytes();
            last = new OutboxPosition(position().store(), commit.number() - 1, commit.before());
        }
    }

    /** Number of the last commit that is no longer here. */
    public synchronized long forgotten() {
        Place first = places.peekFirst();
        return first == null ? position().number() : first.number() - 1;
    }

    /** Bytes of the commits that are not forgotten. */
    public synchronized long bytes() {
        return bytes;
    }

    /**
     * The confirmed commits after a number, in their order.
     *
     * @param mostBytes after which no further commit is read
     */
    public synchronized List<JournalCommit> after(long number, long mostBytes) throws IOException {
        List<JournalCommit> commits = new ArrayList<>();
        long seen = 0;
        long confirmed = position().number() - prepared;
        for (Place place : places) {
            if (place.number() > number) {
                if (place.number() > confirmed || seen > mostBytes) {
                    break;
                }
                commits.add(place.segment().read(place.at()));
                seen += place.bytes();
            }
        }
        return commits;
    }

    /**
     * Says that the store has given all commits up to a number to its files. Files with later commits stay, also if these are
     * forgotten. Before the first call, nobody knows it, and none stays for this reason.
     */
    public synchronized void written(long through) {
        written = through;
    }

    /** Forgets the confirmed commits up to a number, and wakes those who wait for room. */
    public synchronized void forget(long through) throws IOException {
        long confirmed = position().number() - prepared;
        while (!places.isEmpty() && places.getFirst().number() <= Math.min(through, confirmed)) {
            bytes -= places.removeFirst().bytes();
        }
        Segment used = places.isEmpty() ? segments.getLast() : places.getFirst().segment();
        while (segments.size() > KEPT && segments.getFirst() != used && isWritten(segments.getFirst())) {
            segments.removeFirst().delete();
        }
        notifyAll();
    }

    private boolean isWritten(Segment first) {
        for (Segment segment : segments) {
            if (segment != first) {
                return segment.before().number() <= written; // the last commit of the first
            }
        }
        return false;
    }

    /** Waits until the commits have less than so many bytes; true if they have, false after the time. */
    public synchronized boolean awaitRoom(long maxBytes, long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        while (bytes >= maxBytes) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    @Override
    public synchronized void close() throws IOException {
        for (Segment segment : segments) {
            segment.close();
        }
        lockFile.close();
        notifyAll();
    }
}
