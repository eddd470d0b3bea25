package dev.velella.diff;

import static dev.velella.diff.DiffPipe.bytes;
import static dev.velella.diff.Rdf.reading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyOptions;
import dev.velella.jelly.Limits;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.PatchPosition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffProcessorTest {
    private static final int PARTITION = 3;

    @TempDir
    Path stateDir;

    private final DiffProcessor processor = new DiffProcessor(DiffPipe.config().settings());

    private MockProcessorContext<byte[], RoutedFrame> emptyTask() {
        MockProcessorContext<byte[], RoutedFrame> context =
                new MockProcessorContext<>(new Properties(), new TaskId(0, PARTITION), stateDir.toFile());
        context.setCurrentSystemTimeMs(DiffPipe.NOW);
        KeyValueStore<Bytes, byte[]> store = Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore(DiffTopology.STORE), Serdes.Bytes(), Serdes.ByteArray())
                .withLoggingDisabled()
                .withCachingDisabled()
                .build();
        store.init(context.getStateStoreContext(), store);
        return context;
    }

    private PatchPosition process(MockProcessorContext<byte[], RoutedFrame> task, RdfGraph graph) {
        byte[] frame = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT).encode(graph);
        task.resetForwards();
        processor.process(new Record<>(bytes("a"), frame, 1000));
        byte[] header =
                task.forwarded().get(0).record().headers().lastHeader("patch").value();
        return PatchPosition.parse(new String(header, StandardCharsets.US_ASCII));
    }

    @Test
    void instanceThatIsInitialisedAgainBelievesItsStoreOnly() {
        MockProcessorContext<byte[], RoutedFrame> first = emptyTask();
        processor.init(first);
        assertThat(process(first, reading(1)).number()).isEqualTo(1);
        assertThat(process(first, reading(2)).number()).isEqualTo(2);
        processor.close();

        MockProcessorContext<byte[], RoutedFrame> second = emptyTask();
        processor.init(second);
        assertThat(process(second, reading(2)).number()).isEqualTo(1);
        processor.close();

        processor.init(first);
        assertThat(process(first, reading(3)).number()).isEqualTo(3);
    }

    @Test
    void metricsGoWithTheTask() {
        MockProcessorContext<byte[], RoutedFrame> task = emptyTask();
        processor.init(task);
        assertThat(task.metrics().metrics().keySet())
                .anyMatch(name -> name.group().equals(DiffMetrics.GROUP));
        processor.close();
        assertThat(task.metrics().metrics().keySet())
                .noneMatch(name -> name.group().equals(DiffMetrics.GROUP));
    }

    @Test
    void patchGoesToThePartitionOfItsTask() {
        MockProcessorContext<byte[], RoutedFrame> task = emptyTask();
        processor.init(task);
        process(task, reading(1));
        assertThat(task.forwarded().get(0).record().value().partition()).isEqualTo(PARTITION);
    }
}
