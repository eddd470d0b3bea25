package dev.velella.verify;

import dev.velella.log.Reading;
import dev.velella.log.RecordInterpreter;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.OriginFilter;
import dev.velella.sink.intake.RecordContent;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.routing.Route;
import dev.velella.sink.routing.Router;
import dev.velella.sink.store.PartitionId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The records of topics that belong to each store of a sink whose records name their stores. Eight bytes for each record
 * and store. Not thread-safe.
 */
final class RoutedOffsets implements SinkTopics.Reading {
    private final Router router;
    private final OriginFilter origins;
    private final Map<Route, Map<PartitionId, Offsets>> stores = new LinkedHashMap<>();
    private long refused;

    /** Offsets in ascending order. */
    private static final class Offsets {
        private long[] values = new long[8];
        private int size;

        void add(long offset) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = offset;
        }

        boolean has(long offset) {
            return Arrays.binarySearch(values, 0, size, offset) >= 0;
        }

        /** Number of offsets from a given one on. */
        long from(long offset) {
            int found = Arrays.binarySearch(values, 0, size, offset);
            int before = found >= 0 ? found : -found - 1;
            return (long) size - before;
        }
    }

    RoutedOffsets(RdfSinkConfig config) {
        router = new Router(config);
        origins = new OriginFilter(config);
    }

    @Override
    public void record(RecordInterpreter interpreter, ConsumerRecord<byte[], byte[]> record) {
        Reading reading = interpreter.read(record);
        InputRecord input = InputRecord.of(connectRecord(record));
        if (origins.excludes(input)) {
            return;
        }
        RecordContent content = new RecordContent.Nothing();
        if (reading.outcome() instanceof Reading.Data data) {
            content = new RecordContent.Element(data.decoded().element());
        } else if (reading.problem() != null) {
            refused++; // the sink refuses it too
            return;
        }
        try {
            for (Route route : router.routes(input, content)) {
                stores.computeIfAbsent(route, fresh -> new HashMap<>())
                        .computeIfAbsent(input.partition(), fresh -> new Offsets())
                        .add(input.offset());
            }
        } catch (PatchRefusedException e) {
            refused++;
        }
    }

    private static SinkRecord connectRecord(ConsumerRecord<byte[], byte[]> record) {
        ConnectHeaders headers = new ConnectHeaders();
        for (Header header : record.headers()) {
            headers.addBytes(header.key(), header.value());
        }
        String key = record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8);
        return new SinkRecord(
                record.topic(),
                record.partition(),
                null,
                key,
                null,
                null,
                record.offset(),
                record.timestamp(),
                record.timestampType(),
                headers);
    }

    /** The stores that records name. */
    Set<Route> routes() {
        return stores.keySet();
    }

    /** Whether a record belongs to a store. */
    boolean isOf(Route route, ConsumerRecord<byte[], byte[]> record) {
        Offsets offsets = stores.getOrDefault(route, Map.of()).get(new PartitionId(record.topic(), record.partition()));
        return offsets != null && offsets.has(record.offset());
    }

    /**
     * Number of records that a store has not applied.
     *
     * @param applied next offsets of the store
     */
    long lacking(Route route, Map<PartitionId, Long> applied) {
        return stores.getOrDefault(route, Map.of()).entrySet().stream()
                .mapToLong(entry -> entry.getValue().from(applied.getOrDefault(entry.getKey(), 0L)))
                .sum();
    }

    /** Number of records that name no store, or cannot be read. */
    long refused() {
        return refused;
    }
}
