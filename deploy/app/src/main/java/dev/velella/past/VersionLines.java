package dev.velella.past;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.log.asof.Version;
import dev.velella.rdf.GraphHash;
import dev.velella.record.PatchPosition;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/** Writes versions of a stream as lines: aligned text, or one object of JSON on each line. Not thread-safe. */
public final class VersionLines {
    private static final String ROW = "%10s  %-24s  %-24s  %7s  %7s  %-17s  %s%n";

    private final Writer out;
    private final boolean json;
    private final ObjectMapper mapper = new ObjectMapper();
    private long problems;
    private boolean isBegun;

    /** @param json whether lines are JSON */
    public VersionLines(Writer out, boolean json) {
        this.out = out;
        this.json = json;
    }

    /** Writes a version. */
    public void version(Version version) throws IOException {
        if (version.problem() != null) {
            problems++;
        }
        if (json) {
            out.append(mapper.writeValueAsString(object(version))).append('\n');
            return;
        }
        if (!isBegun) {
            isBegun = true;
            out.append(String.format(
                    Locale.ROOT, ROW, "number", "time", "event time", "adds", "deletes", "hash", "place"));
        }
        PatchPosition position = version.position();
        out.append(String.format(
                Locale.ROOT,
                ROW,
                position == null ? "-" : position.number(),
                PastReport.time(version.timestamp()),
                PastReport.time(version.eventTime()),
                version.adds(),
                version.deletes(),
                position == null ? "-" : GraphHash.format(position.hash()),
                version.place() + (version.problem() == null ? "" : "  BROKEN: " + version.problem())));
    }

    private ObjectNode object(Version version) {
        ObjectNode object = mapper.createObjectNode();
        PatchPosition position = version.position();
        if (position != null) {
            object.put("number", position.number());
            object.put("hash", GraphHash.format(position.hash()));
        }
        object.put("timestamp", version.timestamp());
        object.put("eventTime", version.eventTime());
        object.put("adds", version.adds());
        object.put("deletes", version.deletes());
        object.put("place", version.place());
        if (version.problem() != null) {
            object.put("problem", version.problem());
        }
        return object;
    }

    /** Number of versions that do not follow the one before. */
    public long problems() {
        return problems;
    }
}
