package dev.velella.view.app;

import dev.velella.document.format.DocumentFormat;
import dev.velella.record.RecordHeaderNames;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import dev.velella.view.options.ViewConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A folder of definitions and static data, which the topic of definitions is made equal to. */
final class ViewsFolder {
    private static final Logger LOG = LoggerFactory.getLogger(ViewsFolder.class);

    private static final Map<String, DocumentFormat> FORMATS = Map.of(
            "ttl", DocumentFormat.TURTLE,
            "nt", DocumentFormat.N_TRIPLES,
            "nq", DocumentFormat.N_QUADS,
            "trig", DocumentFormat.TRIG);

    private final ViewConfig config;
    private final Path folder;

    /** @param format null for a definition */
    @SuppressWarnings("ArrayRecordComponent")
    private record Content(byte[] bytes, @Nullable DocumentFormat format) {}

    ViewsFolder(ViewConfig config, String folder) {
        this.config = config;
        this.folder = Path.of(folder);
    }

    /**
     * Writes what differs.
     *
     * @throws ConfigException if the folder cannot be read, or a definition in it
     * @throws KafkaException if the topic cannot be read or written
     */
    void publish() {
        Map<String, Content> wanted = read();
        StreamsConfig streams = new StreamsConfig(config.diff().streamsProperties());
        Map<String, Object> writing = new HashMap<>(streams.getProducerConfigs(client(streams)));
        writing.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
        Map<String, byte[]> present = present(config);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer())) {
            wanted.forEach((key, content) -> {
                if (!Arrays.equals(present.remove(key), content.bytes())) {
                    ProducerRecord<byte[], byte[]> record = record(key, content.bytes());
                    if (content.format() != null) {
                        record.headers()
                                .add(
                                        RecordHeaderNames.CONTENT_TYPE,
                                        content.format().mediaType().getBytes(StandardCharsets.US_ASCII));
                    }
                    send(producer, record);
                    LOG.info("{} is written to the topic {}", key, config.viewsTopic());
                }
            });
            for (String gone : present.keySet()) {
                send(producer, record(gone, null));
                LOG.info("{} is removed from the topic {}: it is not in the folder", gone, config.viewsTopic());
            }
        }
    }

    private ProducerRecord<byte[], byte[]> record(String key, byte @Nullable [] value) {
        return new ProducerRecord<>(config.viewsTopic(), 0, key.getBytes(StandardCharsets.UTF_8), value);
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
        try {
            producer.send(record).get();
        } catch (ExecutionException e) {
            throw new KafkaException("the topic of definitions cannot be written", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while definitions were written", e);
        }
    }

    private Map<String, Content> read() {
        Map<String, Content> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                String ending = name.substring(name.lastIndexOf('.') + 1);
                if (ending.equals("json")) {
                    String text = Files.readString(file);
                    String view = ViewDefinition.parse(text).name();
                    if (found.put(view, new Content(text.getBytes(StandardCharsets.UTF_8), null)) != null) {
                        throw new ConfigException(
                                ViewConfig.VIEWS_DIR.name(), folder, name + " is the second file of the view " + view);
                    }
                } else if (FORMATS.containsKey(ending)) {
                    found.put(Definitions.DATA + name, new Content(Files.readAllBytes(file), FORMATS.get(ending)));
                } else if (!name.startsWith(".")) {
                    LOG.warn(
                            "{} is left out: definitions end with .json, static data with .{}",
                            file,
                            String.join(", .", new TreeSet<>(FORMATS.keySet())));
                }
            }
        } catch (IOException e) {
            throw new ConfigException(ViewConfig.VIEWS_DIR.name(), folder, "cannot be read (" + e + ")");
        } catch (ViewRefusedException e) {
            throw new ConfigException(ViewConfig.VIEWS_DIR.name(), folder, String.valueOf(e.getMessage()));
        }
        return found;
    }

    private static String client(StreamsConfig streams) {
        return streams.getString(StreamsConfig.APPLICATION_ID_CONFIG) + "-views-folder";
    }

    /** The last value of each key of the topic of definitions. */
    static Map<String, byte[]> present(ViewConfig config) {
        Map<String, byte[]> present = new TreeMap<>();
        read(config, config.viewsTopic(), record -> {
            String key = new String(record.key(), StandardCharsets.UTF_8);
            if (record.value() == null) {
                present.remove(key);
            } else {
                present.put(key, record.value());
            }
        });
        return present;
    }

    /** Reads the first partition of a topic to its present end. */
    static void read(ViewConfig config, String topic, Consumer<ConsumerRecord<byte[], byte[]>> records) {
        StreamsConfig streams = new StreamsConfig(config.diff().streamsProperties());
        Map<String, Object> reading = streams.getRestoreConsumerConfigs(client(streams));
        TopicPartition partition = new TopicPartition(topic, 0);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end =
                    consumer.endOffsets(List.of(partition)).values().iterator().next();
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofSeconds(1)).forEach(records);
            }
        }
    }
}
