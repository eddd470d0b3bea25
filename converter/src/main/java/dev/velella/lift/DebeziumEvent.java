package dev.velella.lift;

import dev.velella.letter.RefusalReason;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads change events of Debezium: {@code c}, {@code u} and {@code r} have the row in {@code after}, {@code d} ends it.
 * Also rows that were taken out of their events, with {@code __deleted} ({@code ExtractNewRecordState} with
 * {@code delete.tombstone.handling.mode=rewrite}). Events that are no rows are refused by name. Its documentation, "Data
 * change events". Immutable, thread-safe.
 */
final class DebeziumEvent {
    private final PointerSet row;
    private final PointerSet pointers = new PointerSet();
    private final int op = pointers.add("/op");
    private final int deleted = pointers.add("/__deleted");
    private final int sourceTime = pointers.add("/source/ts_ms");
    private final int rowTime = pointers.add("/__source_ts_ms");
    private final int ddl = pointers.add("/ddl");
    private final int tableChanges = pointers.add("/tableChanges");
    private final int status = pointers.add("/status");
    private final int eventCount = pointers.add("/event_count");
    private final int collections = pointers.add("/data_collections");
    private final int time = pointers.add("/ts_ms");
    private final int schema = pointers.add("/schema");
    private final int payload = pointers.add("/payload");
    private final int after;

    /** @param row pointers into the row */
    DebeziumEvent(PointerSet row) {
        this.row = row;
        after = pointers.addBlock("/after", row);
    }

    /**
     * A row, or its end.
     *
     * @param values null if the row is gone
     * @param time when the database changed, in ms since 1970; empty if the event does not say it
     */
    record Row(@Nullable FoundValues values, OptionalLong time) {}

    /** Reads the same value again. */
    interface Again {
        FoundValues read(PointerSet pointers);
    }

    /**
     * Reads an event.
     *
     * @throws PayloadException if it is no change of a row
     */
    Row read(Again value) {
        FoundValues event = value.read(pointers);
        String gone = event.text(deleted); // before op, which may be a column of such a row
        if (gone != null) {
            OptionalLong changed = time(event, rowTime);
            return gone.equals("true") ? new Row(null, changed) : new Row(value.read(row), changed);
        }
        String kind = event.text(op);
        if (kind == null) {
            throw noRow(event);
        }
        return change(kind, event);
    }

    private Row change(String kind, FoundValues event) {
        OptionalLong changed = time(event, sourceTime);
        switch (kind) {
            case "c", "u", "r" -> {
                List<FoundValues> rows = event.items(after);
                if (rows.size() != 1) {
                    throw new PayloadException(
                            RefusalReason.UNFIT, "the change event (op=" + kind + ") has no row in after");
                }
                return new Row(rows.get(0), changed);
            }
            case "d" -> {
                return new Row(null, changed);
            }
            case "t" ->
                throw new PayloadException(
                        RefusalReason.UNFIT,
                        "the event empties a whole table (truncate, op=t), and does not say which rows it had; delete the"
                                + " rows instead, or let the connector leave out such events (skipped.operations=t) and"
                                + " begin the streams of the table anew");
            default ->
                throw new PayloadException(
                        RefusalReason.UNFIT,
                        "the event is no change of a row (op=" + kind + "); take its topic out of the input topics");
        }
    }

    private static OptionalLong time(FoundValues event, int pointer) {
        String text = event.text(pointer);
        if (text == null || event.kind(pointer) != ValueKind.INTEGER || text.length() > 18) {
            return OptionalLong.empty();
        }
        long time = Long.parseLong(text);
        return time > 0 ? OptionalLong.of(time) : OptionalLong.empty();
    }

    private PayloadException noRow(FoundValues event) {
        String what;
        if (event.kind(ddl) != null || event.kind(tableChanges) != null) {
            what = "a schema change of Debezium; take its topic out of the input topics";
        } else if ("BEGIN".equals(event.text(status))
                || "END".equals(event.text(status))
                || event.kind(eventCount) != null
                || event.kind(collections) != null) {
            what = "the begin or end of a transaction of Debezium; take its topic out of the input topics";
        } else if (event.kind(schema) != null && event.kind(payload) != null) {
            what = "JSON with its schema in it; read it with the value converter"
                    + " org.apache.kafka.connect.json.JsonConverter and schemas.enable=true";
        } else if (event.kind(time) != null) {
            what =
                    "no change event of Debezium, perhaps a heartbeat: it has neither op nor __deleted; take its topic out"
                            + " of the input topics";
        } else {
            what = "no change event of Debezium: it has neither op nor __deleted; if the values are rows, set"
                    + " input.envelope=none";
        }
        return new PayloadException(RefusalReason.UNFIT, "the value is " + what);
    }
}
