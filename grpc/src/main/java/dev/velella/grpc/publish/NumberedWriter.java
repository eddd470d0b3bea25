package dev.velella.grpc.publish;

import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.grpc.protocol.CallProblem;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes frames that are numbered: each is in the topic exactly once, however often its client sends it.
 *
 * <p>The records of some frames and the number of the next frame are committed in one transaction. A new call of the same
 * publisher, at this server or another one, fences the old one before it reads the number. So there is one writer at a
 * time, and the number is that of the records.
 *
 * <p>States: no transaction, then open from the first frame until {@link #commit}. After a failure the producer is closed,
 * and no method writes any more. All methods hold the lock of this object.
 */
final class NumberedWriter implements FrameWriter {
    private static final Logger LOG = LoggerFactory.getLogger(NumberedWriter.class);

    private final Producer<byte[], byte[]> producer;
    private final GraphRecords records;
    private final Settings settings;
    private final CallEnd end;

    /** Numbers in Kafka when the call began. */
    private final FrameNumbers before;

    /** Committed numbers. */
    private FrameNumbers committed;

    /** Numbers with the open transaction. */
    private FrameNumbers current;

    private boolean open;
    private boolean closed;

    /** Counts transactions, so that a timer knows its own. */
    private long transaction;

    /** Number of the first frame that Kafka has refused; 0 if there is none. */
    private volatile long refused;

    private int frames;
    private long last;

    /**
     * Settings of a writer.
     *
     * @param group whose offset holds the numbers
     * @param place the partition of that offset
     * @param mostFrames most frames in a transaction
     * @param timer runs a task, after the time in which a transaction is to be committed
     */
    record Settings(String topic, String group, TopicPartition place, int mostFrames, Consumer<Runnable> timer) {}

    /**
     * @param producer with initialized transactions; this object closes it
     * @param numbers read after the initialization
     */
    NumberedWriter(
            Producer<byte[], byte[]> producer,
            FrameNumbers numbers,
            GraphRecords records,
            Settings settings,
            CallEnd end) {
        this.producer = producer;
        this.records = records;
        this.settings = settings;
        this.end = end;
        before = numbers;
        committed = numbers;
        current = numbers;
    }

    /** Number of the first frame that was not in the topic when the call began. */
    long next() {
        return before.next();
    }

    @Override
    public synchronized void write(Publication frame) {
        if (closed) {
            return; // the call is over
        }
        last = frame.number();
        if (frame.number() < before.next()) {
            checkSame(frame);
            return;
        } else if (frame.number() > current.next()) {
            throw CallProblem.of(
                    Status.Code.FAILED_PRECONDITION,
                    "the frame has number " + frame.number() + ", and the next one of this velella-producer is "
                            + current.next() + " (velella-next): send the frames from there on, or use another"
                            + " velella-producer. Kafka forgets numbers after offsets.retention.minutes");
        }
        var record = records.record(settings.topic(), frame);
        if (!open) {
            begin();
        }
        var unused = producer.send(record, (place, failure) -> {
            if (failure != null && refused == 0) {
                refused = frame.number();
            }
        });
        current = current.after(frame);
        frames++;
        if (frames >= settings.mostFrames()) {
            commit();
        }
    }

    private void checkSame(Publication frame) {
        if (before.contradicts(frame)) {
            throw CallProblem.of(
                    Status.Code.ALREADY_EXISTS,
                    "frame number " + frame.number() + " is not the frame that the topic has under this number;"
                            + " another stream needs another velella-producer");
        }
    }

    private void begin() {
        producer.beginTransaction();
        open = true;
        frames = 0;
        long mine = ++transaction;
        settings.timer().accept(() -> commitInTime(mine));
    }

    private void commitInTime(long number) {
        try {
            synchronized (this) {
                if (open && !closed && number == transaction) {
                    commit();
                }
            }
        } catch (KafkaException e) {
            end.failed(problem(e));
        }
    }

    // The other way to this object is a consumer, and nothing here consumes.
    @SuppressWarnings("removal")
    private void commit() {
        producer.sendOffsetsToTransaction(
                Map.of(settings.place(), current.offset()), new ConsumerGroupMetadata(settings.group()));
        producer.commitTransaction();
        committed = current;
        open = false;
    }

    /** The status for a failure of Kafka, with the number of the frame if one was refused. */
    private Status problem(KafkaException failure) {
        return CallProblem.ofKafka(
                refused == 0 ? "the frames cannot be committed" : "frame number " + refused + " cannot be written",
                failure);
    }

    @Override
    public boolean wantsMore() {
        return true; // write() waits if the producer has no room
    }

    @Override
    public void finish() {
        synchronized (this) {
            if (last > 0 && last < before.next() - 1) {
                throw CallProblem.of(
                        Status.Code.FAILED_PRECONDITION,
                        "the last frame of the call has number " + last + ", and the topic has this velella-producer's"
                                + " frames up to " + (before.next() - 1)
                                + ": nothing was written. Go on at velella-next; another stream needs another"
                                + " velella-producer");
            }
            if (closed) {
                return;
            }
            if (open) {
                commit();
            }
            close();
        }
        end.done();
    }

    @Override
    public synchronized Metadata abandon(boolean keep) {
        if (!closed) {
            try {
                if (open && keep) {
                    commit();
                } else if (open) {
                    producer.abortTransaction();
                }
            } catch (KafkaException e) {
                LOG.info("A transaction of group {} was left to Kafka: {}", settings.group(), e.toString());
            }
            close();
        }
        return CallMetadata.of(CallMetadata.NEXT, Long.toString(committed.next()));
    }

    private void close() {
        closed = true;
        producer.close(Duration.ofSeconds(1));
    }
}
