package dev.velella.tests.wikibase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.converter.JellyConverter;
import dev.velella.diff.app.DiffTopology;
import dev.velella.diff.options.DiffConfig;
import dev.velella.fixture.EventServer;
import dev.velella.fixture.WikibaseEvents;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.RecordDecoder;
import dev.velella.source.RdfSourceTask;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

/**
 * Events in disorder and twice, from a server that cuts its answers, through the source task, which is restarted on the way,
 * and the diff app: the patches build the graphs of the Wikibase.
 */
class WikibaseChangesTest implements SourceTaskContext, OffsetStorageReader {
    private static final int CHANGES = 1000;

    private final JellyConverter converter = new JellyConverter();
    private final RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);
    private final Set<Statement> store = new HashSet<>();
    private Map<String, Object> offset;

    private TopologyTestDriver diff() {
        DiffConfig config = new DiffConfig(Map.of(
                "velella.input.topic", "changes",
                "velella.output.topic", "patches",
                "velella.changes.remembered", "16",
                "velella.jelly.mode", "self-contained"));
        Properties streams = new Properties();
        streams.put("bootstrap.servers", "localhost:1");
        return new TopologyTestDriver(DiffTopology.of(config), streams, Instant.now());
    }

    @Test
    void disorderRepetitionsCutsAndRestartsLeadToTheGraphsOfTheWikibase() throws Exception {
        WikibaseEvents.Stream stream = WikibaseEvents.of(22, CHANGES, 60, true);
        EntityGraphs expected = new EntityGraphs(stream);
        assertThat(expected.shared()).as("statements that entities share").isGreaterThan(200);
        String lastId = "\"offset\":" + (stream.events().size() - 1) + "}";
        converter.configure(Map.of("jelly.mode", "self-contained"), false);
        try (EventServer server =
                        new EventServer(stream.events(), stream.events().size(), 300);
                TopologyTestDriver app = diff()) {
            TestInputTopic<byte[], byte[]> input =
                    app.createInputTopic("changes", new ByteArraySerializer(), new ByteArraySerializer());
            while (offset == null || !offset.get("id").toString().contains(lastId)) {
                RdfSourceTask task = started(server.url());
                for (int records = 0; records < 400 && !String.valueOf(offset).contains(lastId); ) {
                    List<SourceRecord> batch = task.poll();
                    if (batch != null) {
                        batch.forEach(record -> send(record, input));
                        records += batch.size();
                    }
                }
                task.stop();
            }
            assertThat(server.requests()).isGreaterThan(stream.events().size() / 300);
            TestOutputTopic<byte[], byte[]> patches =
                    app.createOutputTopic("patches", new ByteArrayDeserializer(), new ByteArrayDeserializer());
            patches.readRecordsToList().forEach(this::apply);
        }
        expected.check(store);
    }

    private RdfSourceTask started(String url) {
        RdfSourceTask task = new RdfSourceTask();
        task.initialize(this);
        task.start(Map.of(
                "source.type", "wikibase",
                "topic", "changes",
                "wikibase.url", url,
                "wikibase.topic", "eqiad.mutation",
                "wikibase.retry.backoff.ms", "1",
                "wikibase.retry.backoff.max.ms", "20"));
        return task;
    }

    private void send(SourceRecord record, TestInputTopic<byte[], byte[]> input) {
        RecordHeaders headers = new RecordHeaders();
        record.headers()
                .forEach(header ->
                        headers.add(header.key(), String.valueOf(header.value()).getBytes(StandardCharsets.UTF_8)));
        byte[] value = converter.fromConnectData(record.topic(), headers, record.valueSchema(), record.value());
        byte[] key = record.key().toString().getBytes(StandardCharsets.UTF_8);
        input.pipeInput(new TestRecord<>(key, value, headers, record.timestamp()));
        offset = new HashMap<>(record.sourceOffset());
    }

    private void apply(TestRecord<byte[], byte[]> record) {
        FrameResult result = decoder.decode("patches", record.headers(), record.value());
        for (PatchOperation row : ((RdfPatch) ((FrameResult.Decoded) result).element()).operations()) {
            if (row instanceof PatchOperation.Add add) {
                store.add(add.statement());
            } else if (row instanceof PatchOperation.Delete delete) {
                store.remove(delete.statement());
            }
        }
    }

    @Override
    public <T> Map<String, Object> offset(Map<String, T> partition) {
        return offset;
    }

    @Override
    public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> partitions) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<String, String> configs() {
        return Map.of();
    }

    @Override
    public OffsetStorageReader offsetStorageReader() {
        return this;
    }

    @Override
    public PluginMetrics pluginMetrics() {
        return null;
    }
}
