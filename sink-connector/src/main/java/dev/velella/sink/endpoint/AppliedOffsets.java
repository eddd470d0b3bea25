package dev.velella.sink.endpoint;

import dev.velella.kit.http.message.HttpFault;
import dev.velella.sink.query.Queryable;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StoreStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * The records that a request wants to be applied before it is answered, so that a program reads its own writes.
 *
 * @param texts values of the parameter: {@code TOPIC:PARTITION:OFFSET}, or the offset alone if the store has one
 *     partition
 * @param waitMs longest wait, in ms
 */
record AppliedOffsets(List<String> texts, long waitMs) {
    /** Parameter with an offset. */
    static final String AT_LEAST = "atLeast";

    /** Parameter with the longest wait, in ms. */
    static final String WAIT = "wait";

    private static final long DEFAULT_WAIT_MS = 10_000;

    /** @throws HttpFault 400 if a parameter has another form */
    static AppliedOffsets of(Map<String, List<String>> parameters) {
        List<String> waits = parameters.getOrDefault(WAIT, List.of());
        long waitMs =
                waits.isEmpty() ? DEFAULT_WAIT_MS : number(waits.get(waits.size() - 1), WAIT + " is a time in ms");
        return new AppliedOffsets(parameters.getOrDefault(AT_LEAST, List.of()), waitMs);
    }

    private static long number(String text, String form) {
        try {
            long number = Long.parseLong(text.strip());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the fault below says the form
        }
        throw new HttpFault(400, form);
    }

    /**
     * Waits until the records are applied.
     *
     * @param slots bounds the number of requests that wait
     * @param mostMs upper bound on the wait, in ms
     * @throws HttpFault 400 if an offset has another form; 503 if the records are not applied in time, or too many
     *     requests wait
     */
    void await(Queryable store, Semaphore slots, long mostMs) throws InterruptedException {
        if (texts.isEmpty()) {
            return;
        }
        Map<PartitionId, Long> offsets = new HashMap<>();
        texts.forEach(text -> add(text, store.status().partitions(), offsets));
        if (store.awaitApplied(offsets, 0)) {
            return;
        }
        if (!slots.tryAcquire()) {
            throw new HttpFault(503, "too many requests wait for records already; try again later");
        }
        try {
            long patienceMs = Math.min(waitMs, mostMs);
            if (!store.awaitApplied(offsets, patienceMs)) {
                throw new HttpFault(
                        503,
                        "the records are not applied after " + patienceMs + " ms; /status says how far the store is;"
                                + " try again later");
            }
        } finally {
            slots.release();
        }
    }

    private static void add(String text, List<StoreStatus.Partition> partitions, Map<PartitionId, Long> offsets) {
        String form = AT_LEAST + " is TOPIC:PARTITION:OFFSET, or OFFSET if the store has one partition";
        String[] parts = text.strip().split(":", -1);
        if (parts.length == 3) {
            int partition = (int) Math.min(Integer.MAX_VALUE, number(parts[1], form));
            offsets.merge(new PartitionId(parts[0], partition), number(parts[2], form), Math::max);
        } else if (parts.length == 1 && partitions.size() == 1) {
            PartitionId only =
                    new PartitionId(partitions.get(0).topic(), partitions.get(0).partition());
            offsets.merge(only, number(parts[0], form), Math::max);
        } else {
            throw new HttpFault(400, form + "; it has " + partitions.size());
        }
    }
}
