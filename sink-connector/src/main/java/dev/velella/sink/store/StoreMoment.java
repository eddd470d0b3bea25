package dev.velella.sink.store;

import dev.velella.rdf.PatchOperation;
import dev.velella.sink.error.StoreFailedException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * The state of a store's rows at the moment when a difference was computed. A change that was computed for one moment
 * must not be applied at another moment. Immutable.
 *
 * <p>A patch contains the moment as three headers: {@code velella-store} (identity of the store),
 * {@code velella-connector} (name) and {@code velella-partitions} (rows,
 * {@code TOPIC-PARTITION:EPOCH:NEXT-OFFSET:REPLAY-FROM}, with a space between).
 *
 * @param storeId identity of the store; empty text if it has none
 * @param connector name of the connector
 * @param rows rows of all partitions of the connector
 */
public record StoreMoment(String storeId, String connector, Map<PartitionId, Claim> rows) {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String STORE = "velella-store";
    private static final String CONNECTOR = "velella-connector";
    private static final String PARTITIONS = "velella-partitions";
    private static final Pattern ROW = Pattern.compile("(\\S+)-([0-9]{1,9}):([0-9]{1,18}):([0-9]{1,18})");

    /** Copies the rows. */
    public StoreMoment {
        rows = Map.copyOf(rows);
    }

    /** The headers for this moment. */
    public List<PatchOperation.Header> headers() {
        Map<PartitionId, Claim> sorted = new TreeMap<>(PartitionId.ORDER);
        sorted.putAll(rows);
        String partitions = sorted.entrySet().stream()
                .map(row -> row.getKey() + ":" + row.getValue().epoch() + ":"
                        + row.getValue().nextOffset())
                .collect(Collectors.joining(" "));
        return List.of(header(STORE, storeId), header(CONNECTOR, connector), header(PARTITIONS, partitions));
    }

    private static PatchOperation.Header header(String key, String text) {
        return new PatchOperation.Header(key, VALUES.createLiteral(text));
    }

    /**
     * Reads a moment from headers.
     *
     * @throws IllegalArgumentException if one of the three is missing or malformed
     */
    public static StoreMoment of(Map<String, Value> headers) {
        Map<PartitionId, Claim> rows = new TreeMap<>(PartitionId.ORDER);
        for (String text : required(headers, PARTITIONS).split(" ", -1)) {
            Matcher row = ROW.matcher(text);
            if (!row.matches()) {
                throw new IllegalArgumentException("header " + PARTITIONS + " has the malformed row '" + text + "'");
            }
            rows.put(
                    new PartitionId(row.group(1), Integer.parseInt(row.group(2))),
                    new Claim(Long.parseLong(row.group(3)), Long.parseLong(row.group(4))));
        }
        return new StoreMoment(required(headers, STORE), required(headers, CONNECTOR), rows);
    }

    private static String required(Map<String, Value> headers, String key) {
        Value value = headers.get(key);
        if (value == null) {
            throw new IllegalArgumentException("it has no header " + key);
        }
        return value.stringValue();
    }

    /**
     * Checks that the present moment of a store is equal to this moment.
     *
     * @throws StoreFailedException if it is another store, or a task of the connector has opened or advanced a
     *     partition
     */
    public void requireSame(StoreMoment now) {
        if (!storeId.equals(now.storeId)) {
            throw new StoreFailedException(
                    "the difference is about store " + storeId + ", and this is "
                            + (now.storeId.isEmpty() ? "a store without identity" : "store " + now.storeId)
                            + "; nothing was changed",
                    null);
        }
        if (!rows.equals(now.rows)) {
            Map<PartitionId, Claim> all = new TreeMap<>(PartitionId.ORDER);
            all.putAll(rows);
            all.putAll(now.rows);
            all.keySet().stream()
                    .filter(id -> rows.get(id) == null || !rows.get(id).equals(now.rows.get(id)))
                    .findFirst()
                    .ifPresent(id -> {
                        throw wentOn(id + " was " + shown(rows.get(id)) + ", and is " + shown(now.rows.get(id)));
                    });
        }
    }

    /** Makes the exception for a change that was computed for an earlier moment. */
    public static StoreFailedException wentOn(String how) {
        return new StoreFailedException(
                "the store went on since the difference was computed (" + how
                        + "): nothing was changed. Stop the connector, and verify again",
                null);
    }

    private static String shown(@Nullable Claim claim) {
        return claim == null
                ? "without a row"
                : "applied below offset " + claim.nextOffset() + " in epoch " + claim.epoch();
    }
}
