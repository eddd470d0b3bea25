package dev.velella.sink.store;

import dev.velella.fixture.SmallDisk;
import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.versions.StoreHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;

/**
 * A process whose store gets into a full disk again and again, with another amount of free room each time. Each time it
 * makes room, opens the store again, compares it with the streams, and goes on. Prints where each transaction failed. The
 * arguments are a directory on a small disk of its own, the kind of store, and the bytes that are free each time.
 */
public final class FullDiskWriter {
    private static final int READINGS = 150;

    private final EmbeddedTarget target;
    private final List<Stream> streams = new ArrayList<>();
    private Claim claim;

    private FullDiskWriter(EmbeddedTarget target) {
        this.target = target;
        this.claim = claim();
    }

    public static void main(String[] args) throws IOException {
        Path disk = Path.of(args[0]);
        try (EmbeddedTarget target = StoreWriter.open(args[1], disk.resolve("store"))) {
            FullDiskWriter writer = new FullDiskWriter(target);
            writer.grow();
            for (int i = 2; i < args.length; i++) {
                if (i % 2 == 1) {
                    writer.open(); // with new temporary files, which have no room of their own yet
                }
                SmallDisk.fill(disk, Integer.parseInt(args[i]));
                writer.growUntilItFails();
                SmallDisk.empty(disk);
                writer.goOn();
            }
        }
    }

    private void open() {
        target.reopen();
        claim = claim();
    }

    private Claim claim() {
        return target.claim(List.of(StoreWriter.P0)).get(StoreWriter.P0);
    }

    /** One more stream, and a new state of the one before: values come and go. */
    private void grow() {
        streams.add(new Stream("device" + streams.size(), READINGS));
        apply(streams.get(streams.size() - 1));
        apply(streams.get(Math.max(0, streams.size() - 2)));
    }

    private void apply(Stream stream) {
        Stream.Numbered patch = stream.next();
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(batch, StoreWriter.P0, claim, claim.nextOffset(), stream.key(), patch.position(), patch.patch());
        claim = target.apply(batch.build()).get(StoreWriter.P0);
        target.checkpoint();
    }

    private void growUntilItFails() {
        for (int i = 0; i < 1_000; i++) {
            try {
                grow();
            } catch (StoreFailedException e) {
                System.out.println(places(e));
                return;
            }
        }
        throw new AssertionError("the disk does not become full");
    }

    private static String places(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        StringBuilder places = new StringBuilder(cause.getMessage());
        for (int i = 1; i < Math.min(4, cause.getStackTrace().length); i++) {
            places.append(" < ").append(cause.getStackTrace()[i].getMethodName());
        }
        return places.toString();
    }

    /** Takes the store as it is: a transaction that failed is there as a whole or not at all. */
    private void goOn() {
        open();
        long patches = claim.nextOffset();
        List<Stream> applied = new ArrayList<>();
        for (long i = 0; i < patches; i++) {
            if (i % 2 == 0) {
                applied.add(new Stream("device" + applied.size(), READINGS));
                applied.get(applied.size() - 1).next();
            } else {
                applied.get(Math.max(0, applied.size() - 2)).next();
            }
        }
        streams.clear();
        streams.addAll(applied);
        Set<Statement> expected = new HashSet<>();
        for (Stream stream : streams) {
            expected.addAll(stream.state());
            Optional<Long> hash =
                    target.chain(new StreamId("patches", stream.key())).map(StreamState::hash);
            if (!hash.equals(Optional.of(stream.hash()))) {
                throw new AssertionError(stream.key() + " has another hash");
            }
        }
        StoreAudit.assertHolds(target, expected);
        target.history().map(StoreHistory::commits).ifPresent(commits -> {
            if (commits.first() != 1 || commits.last() != patches + 1) {
                throw new AssertionError(
                        "the history has commits " + commits.first() + " to " + commits.last() + " of " + patches);
            }
            try (RepositoryConnection past = target.connect(commits.last()).orElseThrow()) {
                if (!StoreAudit.data(past).equals(expected)) {
                    throw new AssertionError("the last commit of the history is another state");
                }
            }
        });
        if (patches % 2 == 1) {
            apply(streams.get(Math.max(0, streams.size() - 2)));
        }
        grow();
    }
}
