package dev.velella.serve.http;

import dev.velella.kit.http.message.Content;
import dev.velella.serve.answer.PatchFormat;
import dev.velella.serve.answer.PatchWriter;
import dev.velella.serve.intake.LogFollower;
import dev.velella.serve.select.Counter;
import dev.velella.serve.select.LocalGraphs;
import dev.velella.serve.select.UnavailableException;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoreView;
import dev.velella.serve.state.StoredPatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Patches as events, without end. An event has the counter as its id, and the rows of the patch as its data. The content
 * keeps no patch in memory for a client that does not read: it goes on from its places in the store when the client has
 * taken the last chunk. A patch that could not be applied is an event of its own, {@code gap}, with the key of the stream.
 * If patches that the client has not taken are removed from the store meanwhile, the content ends with
 * an error. Not thread-safe.
 */
final class EventContent implements Content {
    private static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST = 100;

    private final LocalGraphs local;
    private final LogFollower follower;
    private final @Nullable String key;
    private final SortedMap<Integer, Long> places;
    private final Deque<StoredPatch> pending = new ArrayDeque<>();
    private final PatchWriter writer = PatchFormat.RDF_PATCH.writer();
    private boolean begun;
    private long seen = -1;
    private long written = System.nanoTime();

    /**
     * @param key the stream; null for all streams
     * @param places last offset of each partition that the client has
     */
    EventContent(LocalGraphs local, LogFollower follower, @Nullable String key, SortedMap<Integer, Long> places) {
        this.local = local;
        this.follower = follower;
        this.key = key;
        this.places = new TreeMap<>(places);
    }

    @Override
    public Progress write(OutputStream out) throws IOException {
        if (!begun) {
            begun = true;
            return comment(out);
        }
        if (pending.isEmpty()) {
            long changes = follower.changes();
            if (changes != seen) {
                seen = fill() ? -1 : changes;
            }
        }
        StoredPatch patch = pending.poll();
        if (patch == null) {
            if (seen == -1) {
                return Progress.MORE; // patches of other streams were passed over
            }
            return System.nanoTime() - written > BEAT_NANOS ? comment(out) : Progress.LATER;
        }
        places.put(patch.partition(), patch.offset());
        event(patch, out);
        return Progress.MORE;
    }

    /** A comment, by which the client sees that the connection lives. */
    private Progress comment(OutputStream out) throws IOException {
        out.write(":\n\n".getBytes(StandardCharsets.US_ASCII));
        written = System.nanoTime();
        return Progress.LATER;
    }

    /** Reads the next patches; returns whether there may be more. */
    private boolean fill() throws IOException {
        try (StoreView view = local.view(places.keySet())) {
            int read = 0;
            for (int partition : List.copyOf(places.keySet())) {
                long after = places.getOrDefault(partition, -1L);
                if (after + 1 < view.keptFrom(partition)) {
                    throw new IOException("the client is so slow that patches were removed before it took them");
                }
                try (Rows<StoredPatch> rows = view.patchesAfter(partition, after)) {
                    StoredPatch patch = null;
                    while (read < MOST && (patch = rows.next()) != null) {
                        read++;
                        if (key == null || key.equals(patch.key())) {
                            pending.add(patch);
                        } else if (pending.isEmpty()) {
                            places.put(partition, patch.offset());
                        }
                    }
                }
            }
            return read >= MOST;
        } catch (UnavailableException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void event(StoredPatch patch, OutputStream out) throws IOException {
        if (patch.isGap()) {
            String gap = "id: " + new Counter(without(places)) + "\nevent: gap\ndata: "
                    + patch.key().replaceAll("\\R", " ") + "\n\n";
            out.write(gap.getBytes(StandardCharsets.UTF_8));
            written = System.nanoTime();
            return;
        }
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        writer.write(patch, rows);
        StringBuilder event =
                new StringBuilder("id: ").append(new Counter(without(places))).append("\nevent: patch\n");
        rows.toString(StandardCharsets.UTF_8)
                .lines()
                .forEach(line -> event.append("data: ").append(line).append('\n'));
        out.write(event.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        written = System.nanoTime();
    }

    /** The partitions of which something was read. */
    private static SortedMap<Integer, Long> without(SortedMap<Integer, Long> places) {
        SortedMap<Integer, Long> read = new TreeMap<>(places);
        read.values().removeIf(offset -> offset < 0);
        return read;
    }

    @Override
    public void close() {
        pending.clear();
    }
}
