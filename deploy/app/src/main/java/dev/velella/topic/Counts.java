package dev.velella.topic;

import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.Continuity;
import dev.velella.keyframe.JellyHeader;
import dev.velella.log.Reading;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.VelellaHeader;

/** Counts of records and of their contents. Every record is counted once. Not thread-safe. */
public final class Counts {
    private long records;
    private long tombstones;
    private long selfContained;
    private long onDictionary;
    private long stateful;
    private long keyFrames;
    private long graphs;
    private long patches;
    private long undecoded;
    private long missingState;
    private long duplicates;
    private long replayed;
    private long lost;
    private long statements;
    private long operations;
    private long adds;
    private long deletes;
    private long valueBytes;
    private long keyBytes;
    private long headerBytes;

    void add(Reading reading) {
        records++;
        valueBytes += reading.valueBytes();
        keyBytes += reading.keyBytes();
        headerBytes += reading.headerBytes();
        Reading.Outcome outcome = reading.outcome();
        if (outcome instanceof Reading.Tombstone) {
            tombstones++;
            return;
        }
        JellyHeader header = StreamTally.header(reading);
        if (header != null) {
            stateful++;
            keyFrames += header.isKeyFrame() ? 1 : 0;
        } else if (outcome instanceof Reading.Data) {
            VelellaHeader second = reading.velella();
            if (second == null || second.dictionary() == null) {
                selfContained++;
            } else {
                onDictionary++;
            }
        }
        if (outcome instanceof Reading.Data data) {
            add(data.decoded());
        } else {
            undecoded++;
            missingState += outcome instanceof Reading.Missing ? 1 : 0;
        }
    }

    private void add(FrameResult.Decoded decoded) {
        duplicates += decoded.continuity().kind() == Continuity.Kind.DUPLICATE ? 1 : 0;
        if (decoded.element() instanceof RdfPatch patch) {
            patches++;
            add(patch);
        } else {
            graphs++;
            statements += decoded.element().rowCount();
        }
    }

    private void add(RdfPatch patch) {
        operations += patch.operations().size();
        for (PatchOperation operation : patch.operations()) {
            if (operation instanceof PatchOperation.Add) {
                adds++;
            } else if (operation instanceof PatchOperation.Delete) {
                deletes++;
            }
        }
    }

    /** Adds lost records. The sum is limited, because headers may claim more records than a long can count. */
    void addLost(long count) {
        lost = count > Long.MAX_VALUE - lost ? Long.MAX_VALUE : lost + count;
    }

    void addReplayed() {
        replayed++;
    }

    void add(Counts other) {
        records += other.records;
        tombstones += other.tombstones;
        selfContained += other.selfContained;
        onDictionary += other.onDictionary;
        stateful += other.stateful;
        keyFrames += other.keyFrames;
        graphs += other.graphs;
        patches += other.patches;
        undecoded += other.undecoded;
        missingState += other.missingState;
        duplicates += other.duplicates;
        replayed += other.replayed;
        addLost(other.lost);
        statements += other.statements;
        operations += other.operations;
        adds += other.adds;
        deletes += other.deletes;
        valueBytes += other.valueBytes;
        keyBytes += other.keyBytes;
        headerBytes += other.headerBytes;
    }

    /** Number of all records. */
    public long records() {
        return records;
    }

    /** Records without value. */
    public long tombstones() {
        return tombstones;
    }

    /** Records that were decoded without any other record or dictionary. */
    public long selfContained() {
        return selfContained;
    }

    /** Records that were decoded with a dictionary. */
    public long onDictionary() {
        return onDictionary;
    }

    /** Records with a well-formed header {@code jelly}, decoded or not. */
    public long stateful() {
        return stateful;
    }

    /** Number of stateful records that are key frames. */
    public long keyFrames() {
        return keyFrames;
    }

    /** Graphs that were decoded. */
    public long graphs() {
        return graphs;
    }

    /** Patches that were decoded. */
    public long patches() {
        return patches;
    }

    /** Records that have a value and could not be decoded. */
    public long undecoded() {
        return undecoded;
    }

    /** Number of undecoded records whose codec state is missing. */
    public long missingState() {
        return missingState;
    }

    /** Number of records that repeat the previous record of their stream, byte by byte. */
    public long duplicates() {
        return duplicates;
    }

    /** Number of other records that come after a decoded record of their stream with the same or a higher number. */
    public long replayed() {
        return replayed;
    }

    /** Records that are proven to be lost. */
    public long lost() {
        return lost;
    }

    /** Statements of all graphs. */
    public long statements() {
        return statements;
    }

    /** Rows of all patches. */
    public long operations() {
        return operations;
    }

    /** Number of A rows in all patches. */
    public long adds() {
        return adds;
    }

    /** Number of D rows in all patches. */
    public long deletes() {
        return deletes;
    }

    /** Bytes of all values. */
    public long valueBytes() {
        return valueBytes;
    }

    /** Bytes of all keys. */
    public long keyBytes() {
        return keyBytes;
    }

    /** Bytes of names and values of all headers. */
    public long headerBytes() {
        return headerBytes;
    }
}
