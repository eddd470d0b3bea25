package dev.velella.grpc.publish;

import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.grpc.protocol.CallProblem;
import io.grpc.Metadata;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames that are not numbered: each is in the topic at least once if the call succeeds. If the call fails, its
 * client knows how many frames, from the first on, are certain.
 *
 * <p>Bounds the frames under way by number and bytes: the client may send its next frame when Kafka has acknowledged
 * others. Thread-safe.
 */
final class PlainWriter implements FrameWriter {
    private static final int MOST_UNDER_WAY = 512;
    private static final long MOST_BYTES = 1 << 20;

    private final Producer<byte[], byte[]> producer;
    private final GraphRecords records;
    private final String topic;
    private final CallEnd end;
    private final long patienceMs;

    /** Bytes of the records under way, by number of the frame. */
    private final TreeMap<Long, Integer> underWay = new TreeMap<>();

    private long bytes;
    private long sent;
    private boolean paused;
    private boolean finished;

    /** Number of the first frame that Kafka has refused; 0 if there is none. */
    private long refused;

    /**
     * @param producer is shared with other calls
     * @param patienceMs longest wait of {@link #abandon} for frames under way
     */
    PlainWriter(Producer<byte[], byte[]> producer, GraphRecords records, String topic, CallEnd end, long patienceMs) {
        this.producer = producer;
        this.records = records;
        this.topic = topic;
        this.end = end;
        this.patienceMs = patienceMs;
    }

    @Override
    public void write(Publication publication) {
        ProducerRecord<byte[], byte[]> record = records.record(topic, publication);
        long number = publication.number();
        int size = record.value() == null ? 0 : record.value().length;
        synchronized (this) {
            underWay.put(number, size);
            bytes += size;
            sent = number;
        }
        var unused = producer.send(record, (place, failure) -> acknowledged(number, size, failure));
    }

    private void acknowledged(long number, int size, @Nullable Exception failure) {
        boolean more;
        boolean done;
        synchronized (this) {
            underWay.remove(number);
            bytes -= size;
            if (failure != null && (refused == 0 || number < refused)) {
                refused = number;
            }
            more = paused && hasRoom() && refused == 0;
            paused = paused && !more;
            done = finished && underWay.isEmpty() && refused == 0;
            if (underWay.isEmpty()) {
                notifyAll();
            }
        }
        if (failure != null) {
            end.failed(CallProblem.ofKafka("frame number " + number + " of the call cannot be written", failure));
        } else if (done) {
            end.done();
        } else if (more) {
            end.more();
        }
    }

    private boolean hasRoom() {
        return underWay.size() < MOST_UNDER_WAY && bytes < MOST_BYTES;
    }

    @Override
    public synchronized boolean wantsMore() {
        paused = !hasRoom();
        return !paused;
    }

    @Override
    public void finish() {
        boolean done;
        synchronized (this) {
            finished = true;
            done = underWay.isEmpty() && refused == 0;
        }
        if (done) {
            end.done();
        }
    }

    @Override
    public Metadata abandon(boolean keep) {
        if (keep) {
            awaitAcknowledged();
        }
        return CallMetadata.of(CallMetadata.WRITTEN, Long.toString(written()));
    }

    private synchronized void awaitAcknowledged() {
        long begun = System.nanoTime();
        try {
            for (long left = patienceMs; !underWay.isEmpty() && left > 0; ) {
                wait(left);
                left = patienceMs - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized long written() {
        long certain = underWay.isEmpty() ? sent : underWay.firstKey() - 1;
        return refused == 0 ? certain : Math.min(certain, refused - 1);
    }
}
