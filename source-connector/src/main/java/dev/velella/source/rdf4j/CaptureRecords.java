package dev.velella.source.rdf4j;

import dev.velella.capture.CommittedPart;
import dev.velella.capture.OutboxPosition;
import dev.velella.capture.SnapshotPart;
import dev.velella.converter.RawBytes;
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
import dev.velella.source.options.TimeOptions;
import dev.velella.source.payload.PayloadException;
import dev.velella.source.rdf4j.CaptureOffset.Frontier;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.record.SourceRecords;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of commits and of parts of snapshots, and moves the offset on with each. While the first snapshot is under
 * way, of a commit only the rows up to its frontier are emitted, so the patches so far are always the repository up to the
 * frontier. Owns the stamps. Not thread-safe.
 */
final class CaptureRecords implements AutoCloseable {
    private final String key;
    private final SourceRecords records;
    private final Map<String, ?> partition;
    private final JellyPatchDecoder decoder = new JellyPatchDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
    private final CaptureCounts counts;
    private CaptureOffset offset;

    CaptureRecords(RdfSourceConfig config, RecordStamps stamps, CaptureCounts counts, CaptureOffset offset) {
        key = CaptureOptions.key(config);
        partition = Rdf4jSourceType.partition(config);
        records = new SourceRecords(
                config.topic().toString(),
                partition,
                TimeOptions.timestamps(config, Clock.systemUTC()),
                stamps,
                config.recordSize());
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
     * The record of a part of a commit; empty if nothing of it is due yet.
     *
     * @throws LostHistoryException if it does not follow
     */
    Optional<SourceRecord> commit(CommittedPart part) throws LostHistoryException {
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
            return Optional.empty();
        }
        return Optional.of(record(
                patch,
                part.time(),
                offset.after(reached, parts, offset.chain() + PatchChain.change(patch.operations()))));
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

    /** The record of a part of the first snapshot; empty if it has no rows. */
    Optional<SourceRecord> first(SnapshotPart part) {
        RdfPatch patch = decode(part.frame(), "a snapshot");
        Frontier reached = part.isLast() ? Frontier.END : Frontier.at(part.through());
        counts.snapshotStatements.addAndGet(patch.addCount());
        offset = offset.withFrontiers(reached, offset.again());
        return patch.rowCount() == 2
                ? Optional.empty()
                : Optional.of(record(
                        patch,
                        null,
                        offset.after(
                                offset.position(),
                                offset.part(),
                                offset.chain() + PatchChain.change(patch.operations()))));
    }

    /**
     * The record of a part of a snapshot that a signal has asked for. Its rows delete and add each statement, so they change
     * nothing in a replica, and build a new one.
     */
    SourceRecord again(SnapshotPart part) {
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
        return record(new RdfPatch(rows), null, offset.after(offset.position(), offset.part(), offset.chain()));
    }

    /** A heartbeat. */
    SourceRecord heartbeat(String topic, long now) {
        String json = "{\"time\":" + now + ",\"commit\":" + offset.position().number() + ",\"patch\":"
                + offset.patches() + ",\"lag\":" + counts.lag.get() + "}";
        return new SourceRecord(
                partition,
                offset.toMap(),
                topic,
                null,
                Schema.STRING_SCHEMA,
                key,
                RawBytes.SCHEMA,
                json.getBytes(StandardCharsets.UTF_8),
                now);
    }

    private RdfPatch decode(byte[] frame, String where) {
        try {
            return decoder.decode(frame);
        } catch (MalformedJellyException e) {
            throw new ConnectException(where + " of the outbox cannot be read: " + e.getMessage(), e);
        }
    }

    private SourceRecord record(RdfPatch patch, @Nullable Long time, CaptureOffset after) {
        try {
            SourceRecord made = records.recordOf(new SourceElement(key, time, RdfStructs.of(patch)), after.toMap());
            if (after.isNumbered()) {
                String position = new PatchPosition(after.patches(), after.chain(), false).format();
                made.headers().add(RecordHeaderNames.PATCH, position, Schema.STRING_SCHEMA);
            }
            offset = after;
            counts.patches.incrementAndGet();
            counts.commit.set(after.position().number());
            return made;
        } catch (PayloadException e) {
            throw new ConnectException(
                    "commit " + (offset.position().number() + 1) + " of " + partition + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        records.stamps().close();
    }
}
