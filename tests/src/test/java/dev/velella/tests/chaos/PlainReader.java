package dev.velella.tests.chaos;

import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.Decoded;
import dev.velella.frame.FrameResult.MissingState;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.record.LookBack;
import dev.velella.record.LookBackCounts;
import dev.velella.record.MissingDictionaryException;
import dev.velella.record.RecordDecoder;
import dev.velella.record.dictionary.TopicDictionarySource;
import dev.velella.record.partition.LookBackLimits;
import dev.velella.tests.chaos.plugin.Row;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A consumer with a decoder that looks back, in a thread of its own. Goes back in its partitions at random, and now and
 * then forgets all codec state.
 */
final class PlainReader implements AutoCloseable {
    private static final int LONGEST_STEP_BACK = 300;
    private static final LookBackLimits LOOK_BACK =
            new LookBackLimits(1_000_000, Long.MAX_VALUE, 60_000, Integer.MAX_VALUE);

    private final Random random = new Random();
    private final String bootstrapServers;
    private final String protocol;
    private final List<String> topics;
    private final String dictionaries;
    private final Deliveries deliveries;
    private final AtomicInteger seeks = new AtomicInteger();
    private final AtomicInteger restarts = new AtomicInteger();
    private final LookBack lookBack;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile Throwable failure;

    /**
     * @param protocol value of {@code group.protocol}
     * @param dictionaries topic of the dictionaries
     */
    PlainReader(
            String bootstrapServers, String protocol, List<String> topics, String dictionaries, Deliveries deliveries) {
        this.bootstrapServers = bootstrapServers;
        this.protocol = protocol;
        this.topics = topics;
        this.dictionaries = dictionaries;
        this.deliveries = deliveries;
        lookBack = new LookBack(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "isolation.level",
                        deliveries.isolation().level()),
                LOOK_BACK);
        thread = new Thread(this::run, "plain reader " + protocol + " " + deliveries.isolation());
        thread.start();
    }

    Deliveries deliveries() {
        return deliveries;
    }

    /** How often it went back. */
    int seeks() {
        return seeks.get();
    }

    /** How often its consumer failed and another one went on, as when the group has given it up. */
    int restarts() {
        return restarts.get();
    }

    /** Its look-backs, by how they ended. */
    LookBackCounts lookBacks() {
        return lookBack.counts();
    }

    private void run() {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "isolation.level",
                deliveries.isolation().level(),
                "group.id",
                (thread.getName() + " of " + topics.get(0)).replace(' ', '-'),
                "group.protocol",
                protocol,
                "auto.offset.reset",
                "earliest");
        try (lookBack) {
            while (!stopped) {
                try (KafkaConsumer<String, byte[]> consumer =
                        new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
                    read(consumer);
                } catch (KafkaException e) {
                    restarts.incrementAndGet();
                }
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    private void read(KafkaConsumer<String, byte[]> consumer) {
        try (TopicDictionarySource source =
                new TopicDictionarySource(Map.of("bootstrap.servers", bootstrapServers), dictionaries)) {
            read(consumer, new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, lookBack, source));
        }
    }

    private void read(KafkaConsumer<String, byte[]> consumer, RecordDecoder decoder) {
        consumer.subscribe(topics);
        while (!stopped) {
            boolean any = false;
            for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                any = true;
                take(decoder, record, deliveries);
            }
            if (any && random.nextInt(20) == 0) {
                stepBack(consumer);
            } else if (any && random.nextInt(50) == 0) {
                decoder.reset();
            }
        }
    }

    private void stepBack(KafkaConsumer<String, byte[]> consumer) {
        for (TopicPartition place : consumer.assignment()) {
            consumer.seek(place, Math.max(0, consumer.position(place) - random.nextInt(LONGEST_STEP_BACK)));
        }
        seeks.incrementAndGet();
    }

    /**
     * Decodes a record and tells the deliveries.
     *
     * @return records that are missing before this one, as it proves
     */
    static long take(RecordDecoder decoder, ConsumerRecord<String, byte[]> record, Deliveries deliveries) {
        TopicPartition place = new TopicPartition(record.topic(), record.partition());
        if (record.value() == null) {
            deliveries.decoded(place, record.offset(), record.key(), Row.digest(List.of()));
            return 0;
        }
        try {
            FrameResult result = decoder.decode(record);
            if (result instanceof MissingState missing) {
                deliveries.reported(place, record.offset(), missing.reason().name());
                return 0;
            }
            Decoded decoded = (Decoded) result;
            deliveries.decoded(place, record.offset(), record.key(), Row.digest(RecordRows.of(decoded)));
            return decoded.continuity().lost();
        } catch (MissingDictionaryException e) {
            deliveries.reported(place, record.offset(), "MISSING_DICTIONARY");
            return 0;
        } catch (MalformedJellyException e) {
            deliveries.wrong(place + "@" + record.offset() + ": " + e.getMessage());
            return 0;
        }
    }

    /** Fails if the reader did. */
    void check() {
        if (failure != null) {
            throw new AssertionError(thread.getName(), failure);
        }
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        check();
    }
}
