package dev.velella.tests.chaos.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.apache.kafka.connect.source.TransactionContext;

/**
 * Sends the elements of its writers in turn, as far as the gate is open, and does at random what may go wrong: transactions
 * of several batches, aborts, exceptions. A batch that reaches the gate always ends its transaction by a commit.
 */
public final class ChaosSourceTask extends SourceTask {
    private static final int BATCH = 50;

    private final Random random = new Random();
    private final StampBook stamps = new StampBook();

    /** Next element of each writer. */
    private final Map<Integer, Long> next = new TreeMap<>();

    private Map<String, String> config;
    private Path gate;
    private EventLog log;

    /** Whether no batch has come since the start: the first one is aborted, if any are, so that each run has aborts. */
    private boolean isFirst = true;

    /** Elements of the transaction that is open. */
    private final List<Element> uncommitted = new ArrayList<>();

    @Override
    public void start(Map<String, String> props) {
        config = props;
        gate = Path.of(props.get(ChaosSource.GATE));
        log = new EventLog(Path.of(props.get(ChaosSource.LOG)));
        for (String writer : props.get(ChaosSource.WRITERS).split(",")) {
            Map<String, Object> offset = context.offsetStorageReader().offset(Map.of("writer", writer));
            next.put(Integer.valueOf(writer), offset == null ? 0L : ((Number) offset.get("next")).longValue());
        }
    }

    @Override
    public List<SourceRecord> poll() {
        LockSupport.parkNanos(Duration.ofMillis(number(ChaosSource.PAUSE_MS)).toNanos());
        long open = openUntil();
        List<SourceRecord> batch = new ArrayList<>();
        boolean more = true;
        while (more && batch.size() < BATCH) {
            more = false;
            for (Map.Entry<Integer, Long> writer : next.entrySet()) {
                if (writer.getValue() < open) {
                    Element element = Element.at(writer.getKey(), writer.getValue(), is(ChaosSource.LOSSES));
                    uncommitted.add(element);
                    batch.add(record(element));
                    writer.setValue(writer.getValue() + 1);
                    more = true;
                }
            }
        }
        if (batch.isEmpty()) {
            return null;
        }
        if (random.nextInt(1000) < number(ChaosSource.CRASHES)) {
            log.add("crash");
            log.flush();
            throw new ConnectException("an exception of the chaos test");
        }
        TransactionContext transaction = context.transactionContext();
        if (transaction != null) {
            mayEndTransaction(transaction, next.values().stream().allMatch(value -> value >= open));
        } else {
            uncommitted.clear();
        }
        return batch;
    }

    /** By a commit or an abort, or not yet. */
    private void mayEndTransaction(TransactionContext transaction, boolean atGate) {
        int dice = isFirst ? 0 : random.nextInt(100);
        if (!atGate && dice < number(ChaosSource.ABORTS)) {
            transaction.abortTransaction();
            log.add("abort");
            uncommitted.forEach(element -> log.add("aborted element", element.key()));
            log.flush();
            uncommitted.clear();
            if (is(ChaosSource.RESET_AFTER_ABORT)) {
                stamps.recordsLost();
            }
        } else if (atGate || dice < 80) {
            transaction.commitTransaction();
            uncommitted.clear();
        }
        isFirst = false;
    }

    private SourceRecord record(Element element) {
        Struct value = ElementStructs.struct(element);
        boolean isPatch = element.kind() == Element.Kind.PATCH;
        String topic = config.get(isPatch ? ChaosSource.PATCHES : ChaosSource.GRAPHS);
        int partition = element.partition(number(ChaosSource.PARTITIONS));
        SourceRecord record = new SourceRecord(
                Map.of("writer", Integer.toString(element.writer())),
                Map.of("next", element.index() + 1),
                topic,
                partition,
                Schema.STRING_SCHEMA,
                element.key(),
                value == null ? null : value.schema(),
                value);
        record.headers().addString(StampBook.HEADER, stamps.stamp(topic, partition));
        return record;
    }

    private long openUntil() {
        try {
            return Long.parseLong(Files.readString(gate).strip());
        } catch (IOException e) {
            throw new ConnectException(e);
        }
    }

    private int number(String option) {
        return Integer.parseInt(config.get(option));
    }

    private boolean is(String option) {
        return Boolean.parseBoolean(config.get(option));
    }

    @Override
    public void stop() {
        if (log != null) {
            log.close();
        }
    }

    @Override
    public String version() {
        return "1";
    }
}
