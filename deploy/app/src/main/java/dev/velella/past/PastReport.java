package dev.velella.past;

import dev.velella.log.asof.Past;
import dev.velella.log.asof.PastPartition;
import dev.velella.log.asof.PastStream;
import dev.velella.rdf.GraphHash;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;

/** Says in lines of text which part of the log an answer stands for. Stateless. */
public final class PastReport {
    private PastReport() {}

    /** The lines, each without a line break. */
    public static List<String> of(Past past, String topic) {
        List<String> lines = new ArrayList<>();
        lines.add("as of: " + past.streams().size() + " streams, " + past.statements() + " statements; read at "
                + time(past.readAt()));
        past.partitions().forEach(partition -> lines.add(topic + "-" + partition.partition() + ": " + part(partition)));
        LongSummaryStatistics times = past.streams().stream()
                .map(PastStream::last)
                .filter(last -> last != null)
                .mapToLong(PastStream.PatchPlace::eventTime)
                .summaryStatistics();
        if (times.getCount() > 0) {
            lines.add("event times of the last patches: " + time(times.getMin()) + " to " + time(times.getMax())
                    + (times.getCount() < past.streams().size() ? ", without streams that a snapshot tells" : ""));
        }
        if (past.streams().size() == 1) {
            lines.add(one(past.streams().get(0)));
        }
        if (!past.isWhole()) {
            lines.add(
                    "not proven to be whole: reading began at snapshots, so a stream without a snapshot is missing unless"
                            + " it has a patch in the part that was read");
        }
        past.lost().forEach(lost -> lines.add("stream " + lost.key() + " is missing: " + lost.reason()));
        return lines;
    }

    private static String part(PastPartition partition) {
        if (partition.logEnd() == partition.logStart()) {
            return "no committed records";
        }
        String until = partition.end() == partition.logStart()
                ? "no record before the moment"
                : "offsets " + partition.logStart() + " to " + (partition.end() - 1);
        PastPartition.LastRecord last = partition.last();
        String record = last == null
                ? ""
                : "; last record " + last.offset() + ", " + (last.fromBroker() ? "clock of the broker " : "timestamp ")
                        + time(last.timestamp()) + ", event time " + time(last.eventTime());
        return until + " of the committed " + partition.logStart() + " to " + (partition.logEnd() - 1) + record
                + "; read from " + partition.begin();
    }

    /** The version of one stream, in words. */
    public static String one(PastStream stream) {
        String version = stream.position() == null
                ? "no number"
                : "patch " + stream.position().number() + ", hash "
                        + GraphHash.format(stream.position().hash());
        PastStream.PatchPlace last = stream.last();
        String place = last == null ? "" : ", at " + stream.partition() + ":" + last.offset();
        return "stream " + stream.key() + ": " + version + place
                + (stream.base() == null ? "" : ", from the snapshot " + stream.base())
                + (stream.statements().isEmpty() ? "; it has ended" : "");
    }

    /** A time in UTC; {@code unknown} if it is before 1970. */
    public static String time(long ms) {
        try {
            return ms < 0 ? "unknown" : Instant.ofEpochMilli(ms).toString();
        } catch (DateTimeException e) {
            return ms + " ms";
        }
    }
}
