package dev.velella.source.rdf4j;

import dev.velella.capture.CommittedPart;
import dev.velella.capture.OutboxPosition;
import dev.velella.capture.SnapshotPart;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.source.input.SourceElement;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.rdf4j.CaptureOffset.Frontier;
import dev.velella.source.record.Batch;
import dev.velella.source.record.Elements;
import dev.velella.source.record.Origin;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * Adds the records of commits and of parts of snapshots, and moves the offset on with each. While the first snapshot is under
 * way, of a commit only the rows up to its frontier are emitted, so the patches so far are always the repository up to the
 * frontier. Not thread-safe.
 */
final class CaptureRecords {
    private final String key;
    private final Elements elements;
    private final Map<String, ?> partition;
    private final JellyPatchDecoder decoder = new JellyPatchDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
    private final CaptureCounts counts;
    private CaptureOffset offset;

    CaptureRecords(RdfSourceConfig config, Elements elements, CaptureCounts counts, CaptureOffset offset) {
        key = CaptureOptions.key(config);
        partition = Rdf4jSource.partition(config);
        this.elements = elements;
        this.counts = counts;
        this.offset = offset;
    }

    CaptureOffset offset() {
        return offset;
    }

    void offset(CaptureOffset other) {
        offset = other;
    }

    /**
     * Adds the record of a part of a commit, unless nothing of it is due yet.
     *
     * @throws LostHistoryException if it does not follow
     */
    void commit(Batch batch, CommittedPart part) throws LostHistoryException {
        OutboxPosition before = offset.position();
        if (part.number() != before.number() + 1 || part.part() != offset.part() + 1) {
            throw new LostHistoryException("after commit " + before.number() + ", part " + offset.part()
                    + ", it has commit " + part.number() + ", part " + part.part());
        } else if (part.before() != before.hash()) {
            throw new LostHistoryException("commit " + part.number() + " follows on hash "
                    + GraphHash.format(part.before()) + ", but " + GraphHash.format(before.hash()) + " was read");
        }
        boolean isWhole = part.part() == part.parts();
        OutboxPosition reached = isWhole ? new OutboxPosition(before.store(), part.number(), part.after()) : before;
        int parts = isWhole ? 0 : part.part();
        RdfPatch patch = due(decode(part.frame(), "commit " + part.number()));
        if (patch.rowCount() == 2) { // nothing but its borders
            offset = offset.skipped(reached, parts);
        } else {
            long chain = offset.chain() + PatchChain.change(patch.operations());
            add(batch, patch, part.time(), offset.after(reached, parts, chain));
        }
    }

    private RdfPatch due(RdfPatch patch) {
        if (!offset.snapshot().isRunning()) {
            return patch;
        }
        List<PatchOperation> rows = new ArrayList<>();
        for (PatchOperation row : patch.operations()) {
            if (row instanceof PatchOperation.Add add) {
                if (offset.snapshot().covers(GraphHash.of(add.statement()))) {
                    rows.add(row);
                }
            } else if (row instanceof PatchOperation.Delete delete) {
                if (offset.snapshot().covers(GraphHash.of(delete.statement()))) {
                    rows.add(row);
                }
            } else {
                rows.add(row);
            }
        }
        return new RdfPatch(rows);
    }

    /** Adds the record of a part of the first snapshot, if it has rows. */
    void first(Batch batch, SnapshotPart part) {
        RdfPatch patch = decode(part.frame(), "a snapshot");
        Frontier reached = part.isLast() ? Frontier.END : Frontier.at(part.through());
        counts.snapshotStatements.addAndGet(patch.addCount());
        offset = offset.withFrontiers(reached, offset.again());
        if (patch.rowCount() > 2) {
            long chain = offset.chain() + PatchChain.change(patch.operations());
            add(batch, patch, null, offset.after(offset.position(), offset.part(), chain));
        }
    }

    /**
     * Adds the record of a part of a snapshot that a signal has asked for. Its rows delete and add each statement, so they change
     * nothing in a replica, and build a new one.
     */
    void again(Batch batch, SnapshotPart part) {
        RdfPatch patch = decode(part.frame(), "a snapshot");
        List<PatchOperation> rows = new ArrayList<>(2 * patch.rowCount());
        rows.add(PatchOperation.Transaction.START);
        for (PatchOperation row : patch.operations()) {
            if (row instanceof PatchOperation.Add add) {
                rows.add(new PatchOperation.Delete(add.statement()));
            }
        }
        rows.addAll(patch.operations().subList(1, patch.rowCount()));
        counts.snapshotStatements.addAndGet(patch.addCount());
        offset = offset.withFrontiers(offset.snapshot(), part.isLast() ? Frontier.END : Frontier.at(part.through()));
        add(batch, new RdfPatch(rows), null, offset.after(offset.position(), offset.part(), offset.chain()));
    }

    /** Adds a heartbeat. */
    void heartbeat(Batch batch, String topic, long now) {
        String json = "{\"time\":" + now + ",\"commit\":" + offset.position().number() + ",\"patch\":"
                + offset.patches() + ",\"lag\":" + counts.lag.get() + "}";
        Origin origin = Origin.of(partition, offset.toMap(), "heartbeat");
        elements.add(batch, origin, topic, key, json.getBytes(StandardCharsets.UTF_8));
    }

    private RdfPatch decode(byte[] frame, String where) {
        try {
            return decoder.decode(frame);
        } catch (MalformedJellyException e) {
            throw new ConnectException(where + " of the outbox cannot be read: " + e.getMessage(), e);
        }
    }

    private void add(Batch batch, RdfPatch patch, @Nullable Long time, CaptureOffset after) {
        SourceElement element = new SourceElement(key, time, RdfStructs.of(patch));
        if (after.isNumbered()) {
            String position = new PatchPosition(after.patches(), after.chain(), false).format();
            element = element.with(RecordHeaderNames.PATCH, position);
        }
        String name = "commit " + (offset.position().number() + 1) + " of " + partition;
        elements.add(batch, Origin.of(partition, after.toMap(), name), element);
        offset = after;
        counts.patches.incrementAndGet();
        counts.commit.set(after.position().number());
    }
}
