package dev.velella.bench.naive;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.RecordDecoder;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.dictionary.TopicDictionarySource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.eclipse.rdf4j.model.Statement;

/** How often each reading stands in a topic, by its id; of patches those that add it. */
final class TopicReadings {
    private static final Pattern TEXT =
            Pattern.compile("(?m)^(?:A )?\\S+ <" + Pattern.quote(StoreLook.AT_TIME) + "> \"([^\"]*)\"");

    private final String bootstrapServers;

    TopicReadings(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    /** Of a topic of text. */
    Map<String, Integer> ofText(String topic) {
        return count(topic, record -> {
            Matcher time = TEXT.matcher(new String(record.value(), StandardCharsets.UTF_8));
            return time.find() ? time.group(1) : "";
        });
    }

    /** Of a topic of Jelly records. */
    Map<String, Integer> ofJelly(String topic) {
        try (TopicDictionarySource dictionaries = new TopicDictionarySource(
                Map.of("bootstrap.servers", bootstrapServers), DictionaryOptions.DEFAULT_TOPIC)) {
            RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null, dictionaries);
            return count(topic, record -> statements(decoder.decode(record))
                    .filter(s -> s.getPredicate().stringValue().equals(StoreLook.AT_TIME))
                    .map(s -> s.getObject().stringValue())
                    .findFirst()
                    .orElse(""));
        }
    }

    private static Stream<Statement> statements(FrameResult result) {
        if (result instanceof FrameResult.Decoded decoded) {
            if (decoded.element() instanceof RdfGraph graph) {
                return graph.statements().stream();
            } else if (decoded.element() instanceof RdfPatch patch) {
                return patch.operations().stream()
                        .filter(PatchOperation.Add.class::isInstance)
                        .map(operation -> ((PatchOperation.Add) operation).statement());
            }
        }
        throw new BenchmarkException("a record cannot be decoded: " + result);
    }

    private Map<String, Integer> count(String topic, Function<ConsumerRecord<byte[], byte[]>, String> time) {
        Map<String, Integer> counts = new HashMap<>();
        TopicPartition partition = new TopicPartition(topic, 0);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    String station = new String(record.key(), StandardCharsets.UTF_8);
                    counts.merge(station + " " + time.apply(record), 1, Integer::sum);
                }
            }
        }
        return counts;
    }
}
