package dev.velella.topic;

import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.Continuity;
import dev.velella.frame.FrameResult.Reason;
import dev.velella.keyframe.JellyHeader;
import dev.velella.log.Reading;
import dev.velella.log.Span;
import dev.velella.rdf.BoundedMap;
import dev.velella.rdf.ElementKind;
import dev.velella.record.VelellaHeader;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The counts and findings of one partition. Records are given in the order of offsets. Not thread-safe.
 *
 * <p>Bounded: it follows the records of the first {@value #MOST_STREAMS} streams only. Records of other streams are
 * counted, but not followed.
 */
public final class PartitionTally {
    private static final int MOST_STREAMS = 100_000;

    private final Span span;
    private final long lookBackRecords;
    private final Consumer<Finding> findings;
    private final Counts counts = new Counts();
    private final Map<Name, StreamTally> streams = new LinkedHashMap<>();

    /** By writer that counts its records: offset of its last record. */
    private final Map<Integer, Long> writers = new BoundedMap<>(MOST_STREAMS);

    /** Offset at which the last stream of a kind began. */
    private final Map<ElementKind, Long> latest = new EnumMap<>(ElementKind.class);

    /** Start of the log, as far as it is known. */
    private long logStart;

    /** Whether every record that the partition ever had is read. */
    private boolean wholeLog;

    private record Name(ElementKind kind, long stream) {}

    /**
     * @param lookBackRecords most records that look-back reads before a record
     * @param findings receives the findings as they show
     */
    public PartitionTally(Span span, long lookBackRecords, Consumer<Finding> findings) {
        this.span = span;
        this.lookBackRecords = lookBackRecords;
        this.findings = findings;
        logStart = span.logStart();
        wholeLog = span.from() == 0;
    }

    /** Takes the next record. */
    public void add(Reading reading) {
        counts.add(reading);
        JellyHeader header = StreamTally.header(reading);
        long offset = reading.record().offset();
        if (header == null || reading.outcome() instanceof Reading.Tombstone) {
            String problem = reading.problem();
            if (problem != null) {
                findings.accept(new Finding.Undecoded(span.partition(), offset, problem));
            }
            counted(reading, offset);
            return;
        }
        StreamTally stream = stream(header, offset);
        if (reading.outcome() instanceof Reading.Data data) {
            decoded(data.decoded(), header, offset, stream);
        } else {
            stream.undecoded(offset);
            findings.accept(undecoded(reading, stream));
        }
    }

    /** Notes the place of a record whose writer counts its records, but does not let them build on each other. */
    private void counted(Reading reading, long offset) {
        VelellaHeader second = reading.velella();
        if (second == null || second.place() == null || !(reading.outcome() instanceof Reading.Data data)) {
            return;
        }
        Long before = writers.put(second.place().writer(), offset);
        Continuity continuity = data.decoded().continuity();
        if (continuity.lost() > 0) {
            counts.addLost(continuity.lost());
            findings.accept(new Finding.Lost(
                    span.partition(), offset, second.place().name(), continuity.lost(), before == null ? -1 : before));
        } else if (continuity.kind() == Continuity.Kind.REWOUND) {
            counts.addReplayed();
        }
    }

    private StreamTally stream(JellyHeader header, long offset) {
        Name name = new Name(header.kind(), header.stream());
        StreamTally known = streams.get(name);
        if (known != null) {
            return known;
        }
        if (streams.size() >= MOST_STREAMS) {
            return new StreamTally(header, offset, header.seq());
        }
        StreamTally stream = new StreamTally(header, offset, wholeLog ? 0 : header.seq());
        streams.put(name, stream);
        latest.put(header.kind(), offset);
        return stream;
    }

    private void decoded(FrameResult.Decoded decoded, JellyHeader header, long offset, StreamTally stream) {
        long after = stream.decodedAt();
        long lost = stream.decoded(header, offset);
        if (lost > 0) {
            counts.addLost(lost);
            findings.accept(new Finding.Lost(span.partition(), offset, header.streamName(), lost, after));
        } else if (lost < 0 && decoded.continuity().kind() != Continuity.Kind.DUPLICATE) {
            counts.addReplayed();
        }
        if (decoded.continuity().kind() == Continuity.Kind.WRONG_LINK) {
            findings.accept(new Finding.WrongLink(span.partition(), offset, header.streamName(), after));
        }
    }

    private Finding undecoded(Reading reading, StreamTally stream) {
        long offset = reading.record().offset();
        String reason = String.valueOf(reading.problem());
        boolean truncated = reading.outcome() instanceof Reading.Missing missing
                && (missing.state().reason() == Reason.NO_STATE
                        || missing.state().reason() == Reason.GAP)
                && stream.decodedAt() < 0
                && logStart > 0
                && (span.from() <= logStart || offset - lookBackRecords <= logStart);
        return truncated
                ? new Finding.Truncated(span.partition(), offset, reason)
                : new Finding.Undecoded(span.partition(), offset, reason);
    }

    /** Reports that records of the span were deleted before they were read. */
    public void deleted(long from, long to) {
        wholeLog = false;
        logStart = to;
        streams.values().forEach(StreamTally::skipped);
        findings.accept(new Finding.Deleted(span.partition(), to, from));
    }

    /** The part of the partition that is read. */
    public Span span() {
        return span;
    }

    /** Whether every record that the partition ever had was read so far. */
    public boolean isWholeLog() {
        return wholeLog;
    }

    /** The numbers so far. */
    public Counts counts() {
        return counts;
    }

    /** The streams, in the order in which they begin. */
    public Collection<StreamTally> streams() {
        return Collections.unmodifiableCollection(streams.values());
    }

    /** Whether no other stream of its kind began in this partition after the last record of this one. */
    public boolean isOpen(StreamTally stream) {
        return stream.lastOffset() >= latest.getOrDefault(stream.kind(), -1L);
    }
}
