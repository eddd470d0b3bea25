package dev.velella.diff.app;

import static dev.velella.diff.DiffPipe.bytes;
import static dev.velella.diff.Rdf.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.diff.DiffMetrics;
import dev.velella.diff.DiffPipe;
import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.input.LookBackClient;
import dev.velella.diff.streams.EarlyCommits;
import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.PatchPosition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiffTaskTest {
    private static final int PARTITION = 3;

    @TempDir
    Path stateDir;

    private final TaskProcessor processor = processor();

    /** A context in which the next record to be forwarded can be made to fail. */
    private static final class Context<K, V> extends MockProcessorContext<K, V> {
        private boolean failing;

        Context(Path stateDir) {
            super(new Properties(), new TaskId(0, PARTITION), stateDir.toFile());
        }

        void failNext() {
            failing = true;
        }

        @Override
        public <A extends K, B extends V> void forward(Record<A, B> record, String child) {
            if (failing) {
                failing = false;
                throw new TimeoutException("no metadata");
            }
            super.forward(record, child);
        }
    }

    private Context<byte[], RoutedFrame> emptyTask() {
        Context<byte[], RoutedFrame> context = new Context<>(stateDir);
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
        return process(processor, task, graph);
    }

    private static PatchPosition process(
            TaskProcessor processor, MockProcessorContext<byte[], RoutedFrame> task, RdfGraph graph) {
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

    private static TaskProcessor processor(String... options) {
        return new TaskProcessor(context -> new DiffTask(
                DiffPipe.config(options).settings(),
                new LookBackClient(),
                EarlyCommits.paces(0),
                "patches",
                Map.of(),
                context));
    }

    /** What the graphs of an application are, in the order before and now: docs/diff.md has a row for each. */
    @ParameterizedTest
    @CsvSource({
        "velella.graph.policy=keep, velella.graph.policy=per-stream, velella.graph.policy",
        "velella.graph.template=http://example.org/{key}, velella.graph.template=http://example.org/g/{key},"
                + " velella.graph.template",
        "velella.graph.policy=fixed;velella.graph.fixed=http://example.org/a,"
                + " velella.graph.policy=fixed;velella.graph.fixed=http://example.org/b, velella.graph.fixed",
        "velella.temporal.statement=drop, velella.temporal.statement=keep, velella.temporal.statement",
        "velella.blank.nodes=keep, velella.blank.nodes=match, velella.blank.nodes",
        "velella.late=keep, velella.template=<urn:s> <urn:p> 1 .;velella.key.template=row/{key}, velella.key.template"
    })
    void anotherMeaningOfGraphsIsRefusedAndChangesNothing(String before, String now, String option) {
        Context<byte[], RoutedFrame> task = emptyTask();
        TaskProcessor first = processor(before.split("[=;]"));
        first.init(task);
        process(first, task, reading(1));
        first.close();

        TaskProcessor second = processor(now.split("[=;]"));
        assertThatThrownBy(() -> second.init(task))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(option + " was ")
                .hasMessageContaining("Set it back, or begin anew");
        second.close();

        TaskProcessor third = processor(before.split("[=;]"));
        third.init(task);
        assertThat(process(third, task, reading(2)).number()).isEqualTo(2);
    }

    /** Options that change from one element to the next without harm: the numbers and hashes go on. */
    @ParameterizedTest
    @CsvSource({
        "velella.late=keep",
        "velella.late.max.future.ms=1000000",
        "velella.blank.nodes.max.steps=10",
        "velella.cache.max.statements=1",
        "velella.namespaces=keep",
        "velella.patch.headers=full",
        "velella.on.error=skip",
        "velella.jelly.mode=self-contained",
        "velella.snapshot.topic=snapshots;velella.snapshot.interval.patches=1",
        "velella.graph.fixed=http://example.org/unused"
    })
    void otherOptionsChangeBetweenRestarts(String options) {
        Context<byte[], RoutedFrame> task = emptyTask();
        TaskProcessor first = processor();
        first.init(task);
        assertThat(process(first, task, reading(1)).number()).isEqualTo(1);
        first.close();

        TaskProcessor second = processor(options.split("[=;]"));
        second.init(task);
        PatchPosition next = process(second, task, reading(2));
        second.close();
        first.init(task);
        PatchPosition last = process(first, task, reading(1));

        assertThat(next.number()).isEqualTo(2);
        assertThat(last.number()).isEqualTo(3);
    }

    @Test
    void recordThatIsProcessedAgainAfterAFailureGivesItsPatch() {
        PartitionEncoder writer = new PartitionEncoder(
                new EncoderSettings(
                        JellyOptions.TOPIC,
                        JellyPatchOptions.frame(TableSizes.BIG, false),
                        StatementOrder.GIVEN,
                        Limits.DEFAULT),
                KeyFrameInterval.DEFAULT);
        Context<byte[], RoutedFrame> task = emptyTask();
        processor.init(task);
        process(task, reading(1));

        StatefulFrame frame = writer.encode(reading(2));
        Record<byte[], byte[]> record = new Record<>(bytes("a"), frame.value(), 1000);
        record.headers().add("jelly", frame.header().toBytes());
        task.resetForwards();
        task.failNext();
        assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> processor.process(record));
        assertThat(task.forwarded()).isEmpty();
        processor.process(record);
        assertThat(task.forwarded()).hasSize(1);

        processor.process(record);
        assertThat(task.forwarded()).hasSize(1);
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
