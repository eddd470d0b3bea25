package dev.velella.bench.record;

import com.sun.management.OperatingSystemMXBean;
import dev.velella.bench.measure.BenchmarkException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * One producer, in the calling thread, and one consumer, in a thread of its own, on a topic of one partition: elements are
 * encoded, sent, fetched and decoded, all at the same time.
 */
public final class RecordPipe implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    /** No record for so long means that none will come. */
    private static final long PATIENCE_NS = 300_000_000_000L;

    private final Producer<byte[], byte[]> producer;
    private final Consumer<byte[], byte[]> consumer;
    private final RecordStream stream;
    private final TopicPartition partition;

    /**
     * @param topic exists and has one partition
     * @param compression value of the producer's {@code compression.type}
     * @param lingerMs how long the producer waits for a batch to become full
     */
    public RecordPipe(String bootstrapServers, String topic, String compression, int lingerMs, RecordStream stream) {
        this.stream = stream;
        partition = new TopicPartition(topic, 0);
        producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "compression.type",
                        compression,
                        "linger.ms",
                        Integer.toString(lingerMs),
                        "batch.size",
                        "131072",
                        "max.request.size",
                        "10485760"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "auto.offset.reset", "none"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(List.of(partition));
    }

    /** What comes out at the end. */
    public interface Outlet {
        /**
         * Takes one record, in the consumer's thread.
         *
         * @param number of the record in this pass, from 0
         * @param content what was decoded
         */
        void take(long number, ConsumerRecord<byte[], byte[]> record, Object content) throws IOException;
    }

    /**
     * What a pass took.
     *
     * @param records that went through
     * @param nanos from the first element handed to the encoder until the last record was decoded
     * @param cpuNanos processor time of this process meanwhile, all threads
     */
    public record Pass(long records, long nanos, long cpuNanos) {}

    /** Sends the elements over and over again for some time, then waits until all have come out. */
    public Pass forMillis(RecordVariant variant, List<Object> models, long millis) throws IOException {
        return run(variant, models, Long.MAX_VALUE, millis * 1_000_000, (number, record, content) -> {});
    }

    /** Sends every element once. */
    public Pass once(RecordVariant variant, List<Object> models, Outlet outlet) throws IOException {
        return run(variant, models, models.size(), Long.MAX_VALUE, outlet);
    }

    private Pass run(RecordVariant variant, List<Object> models, long most, long nanos, Outlet outlet)
            throws IOException {
        consumer.seekToEnd(List.of(partition));
        consumer.position(partition);
        Drain drain = new Drain(variant.format().reading(variant), outlet);
        Thread thread = new Thread(drain, "consumer");
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long cpu = system.getProcessCpuTime();
        long start = System.nanoTime();
        thread.start();
        try {
            drain.expect(send(variant, models, most, start, nanos));
        } finally {
            drain.stopIfNothingIsExpected();
            join(thread);
        }
        long end = drain.end();
        return new Pass(drain.expected(), end - start, system.getProcessCpuTime() - cpu);
    }

    private long send(RecordVariant variant, List<Object> models, long most, long start, long nanos)
            throws IOException {
        RecordFormat.Writing writing = variant.format().writing(variant);
        RecordHeader contentType = new RecordHeader(
                "content-type", variant.format().mediaType(stream.kind()).getBytes(StandardCharsets.US_ASCII));
        AtomicReference<Exception> failure = new AtomicReference<>();
        long sent = 0;
        while (sent < most && System.nanoTime() - start < nanos) {
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(partition.topic(), 0, stream.key(), null);
            if (!variant.isOnDictionaries()) { // their header says it
                record.headers().add(contentType);
            }
            byte[] value = writing.write(models.get((int) (sent % models.size())), record.headers());
            producer.send(
                    new ProducerRecord<>(partition.topic(), 0, stream.key(), value, record.headers()),
                    (metadata, exception) -> failure.compareAndSet(null, exception));
            sent++;
        }
        producer.flush();
        if (failure.get() != null) {
            throw new BenchmarkException(
                    "a record was not sent: " + failure.get().getMessage(), failure.get());
        }
        return sent;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        }
    }

    /** Reads and decodes until as many records came as were sent. */
    private final class Drain implements Runnable {
        private static final long UNKNOWN = -1;

        private final RecordFormat.Reading reading;
        private final Outlet outlet;
        private final AtomicLong expected = new AtomicLong(UNKNOWN);
        private volatile Exception failure;
        private long end;

        Drain(RecordFormat.Reading reading, Outlet outlet) {
            this.reading = reading;
            this.outlet = outlet;
        }

        void expect(long records) {
            expected.set(records);
        }

        void stopIfNothingIsExpected() {
            expected.compareAndSet(UNKNOWN, 0);
        }

        long expected() {
            return expected.get();
        }

        /** When the last record was decoded, by {@link System#nanoTime}. */
        long end() {
            if (failure != null) {
                throw new BenchmarkException("a record was not read: " + failure.getMessage(), failure);
            }
            return end;
        }

        @Override
        public void run() {
            try {
                drain();
            } catch (IOException | RuntimeException e) {
                failure = e;
            }
        }

        private void drain() throws IOException {
            long read = 0;
            end = System.nanoTime();
            while (expected.get() == UNKNOWN || read < expected.get()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    outlet.take(read, record, reading.read(record));
                    read++;
                    end = System.nanoTime();
                }
                if (System.nanoTime() - end > PATIENCE_NS) {
                    throw new BenchmarkException("no record for five minutes, after " + read);
                }
            }
        }
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
