package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.GraphHash;
import dev.velella.record.PatchPosition;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stateful records through the task; the writers have a key frame every five records. */
class StatefulRecordsTest {
    private static final TopicPartition P0 = new TopicPartition(Records.TOPIC, 0);
    private static final TopicPartition P1 = new TopicPartition(Records.TOPIC, 1);

    @TempDir
    Path directory;

    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final PatchTopic topic = new PatchTopic(clock);
    private TaskRun run;

    /** A way out that messages name: another place for the store, and an option with its value. */
    private static final Pattern ANOTHER_STORE =
            Pattern.compile("\\(another (target\\.dir), with ([a-z.]+)=([a-z]+)\\)");

    /** Follows the advice of the run that has failed, with a topic as it says. */
    private void buildAnew(Throwable failure, PatchTopic from, PatchTopic.Writer... writers) {
        stop();
        Matcher advice = ANOTHER_STORE.matcher(failure.getMessage());
        assertThat(advice.find()).as(failure.getMessage()).isTrue();
        directory = directory.resolve("another");
        run = new TaskRun(from, directory, clock, Map.of(advice.group(2), advice.group(3)));
        run.start(P0).drain();
        assertStoreEquals(writers);
    }

    private TaskRun run(String... options) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            map.put(options[i], options[i + 1]);
        }
        run = new TaskRun(topic, directory, clock, map);
        return run;
    }

    @AfterEach
    void stop() {
        if (run != null) {
            run.stop();
        }
    }

    /** The store has exactly what the devices have, everything read. */
    private void assertStoreEquals(PatchTopic.Writer... writers) {
        run.stop();
        run = null;
        try (MemoryTarget target = MemoryTarget.open(directory, "sink", Duration.ZERO)) {
            int statements = 0;
            for (PatchTopic.Writer writer : writers) {
                assertThat(hashOf(target, writer.device()))
                        .isEqualTo(writer.device().hash());
                statements += writer.device().size();
            }
            assertThat(target.status().statements()).isEqualTo(statements);
        }
    }

    static long hashOf(MemoryTarget target, Stream device) {
        try (RepositoryConnection connection = target.connect()) {
            List<Statement> statements =
                    connection.getStatements(null, null, null, false, Stream.iri(device.graph())).stream()
                            .toList();
            return GraphHash.ofSet(statements);
        }
    }

    private long durableNext(TopicPartition partition) {
        run.stop();
        run = null;
        try (MemoryTarget target = MemoryTarget.open(directory, "sink", Duration.ZERO)) {
            return target.durableOffsets().get(new PartitionId(partition.topic(), partition.partition()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTaskStartedInTheMiddleLooksBackToTheKeyFrameOnce(TaskRun.HeaderForm form) {
        PatchTopic.Writer writer = topic.writer(P0, "a");
        writer.write(7);
        run().headers(form).withoutConverter().start(P0).drain();
        run.restart();
        assertThat(run.position(P0)).isEqualTo(7);
        writer.write(12);
        run.drain();

        assertThat(run.lookBacks()).isOne();
        assertStoreEquals(writer);
    }

    @Test
    void kafkaIsToldWhatIsApplied() {
        PatchTopic.Writer writer = topic.writer(P0, "a");
        writer.write(4);
        run().start(P0).drain();
        assertThat(run.commit()).isEqualTo(Map.of(P0, 4L));
        writer.write(7);
        run.drain();
        assertThat(run.commit()).isEqualTo(Map.of(P0, 11L));
    }

    @Test
    void stateThatTheConverterLostIsReadBackForEachStream() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P0, "b");
        PatchTopic.Writer c = topic.writer(P1, "c");
        for (int i = 0; i < 3; i++) {
            a.write(1);
            topic.skip(P0, 3);
            b.write(1);
            c.write(1);
        }
        run().start(P0, P1).drain();
        run.forgetState();
        for (int i = 0; i < 4; i++) {
            b.write(1);
            a.write(1);
            c.write(1);
        }
        run.drain();

        assertThat(run.lookBacks()).isEqualTo(3);
        assertStoreEquals(a, b, c);
    }

    @Test
    void whatWasAppliedAndNotCheckpointedIsAppliedAgainAfterACrash() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P0, "b");
        b.write(2);
        a.write(4);
        run().start(P0).drain();
        run.commit();
        a.write(6);
        b.write(4);
        run.drain();
        run.crashAndRestart();

        assertThat(run.position(P0)).isEqualTo(6);
        b.write(1);
        a.write(1);
        run.drain();
        assertStoreEquals(a, b);
    }

    @Test
    void withoutAccessToTheClusterTheTaskSaysWhatToSet() {
        PatchTopic.Writer writer = topic.writer(P0, "a");
        writer.write(2);
        run().withoutCluster().start(P0).drain();
        run.restart();
        writer.write(1);
        run.drainFails()
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("patches-0@2, key 'a'")
                .hasMessageContaining("set kafka.bootstrap.servers");
        assertThat(durableNext(P0)).isEqualTo(2);
    }

    @Test
    void aLostRecordIsProvenAndStopsTheTask() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        a.write(9);
        topic.lose(P0, 7);
        run().start(P0);
        Throwable failure = catchThrowable(run::drain);
        assertThat(failure)
                .isInstanceOf(DataException.class)
                .hasMessageContaining("patches-0@8, key 'a'")
                .hasMessageContaining("stream " + topic.entry(P0, 8).jelly().streamName())
                .hasMessageContaining("does not follow record 6")
                .hasMessageContaining("lost")
                .hasMessageContaining("Let the writer write its data anew to another topic");
        assertThat(durableNext(P0)).isEqualTo(7);

        PatchTopic another = new PatchTopic(clock);
        PatchTopic.Writer anew = another.writer(P0, "a");
        anew.write(9);
        buildAnew(failure, another, anew);
    }

    @Test
    void aRecordThatIsNotTheWritersIsProven() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        a.write(8);
        PatchTopic.Entry written = topic.entry(P0, 8 - 1);
        JellyHeader other = new JellyHeader(
                ElementKind.PATCH, written.jelly().stream(), written.jelly().link() ^ 1, 7, 2);
        topic.lose(P0, 7);
        topic.append(P0, "a", written.patchHeader(), other, written.value());

        run().start(P0)
                .drainFails()
                .hasMessageContaining("patches-0@8")
                .hasMessageContaining("that record does not come from the stream's writer");
    }

    @Test
    void aBatchThatAProducerSentTwiceIsNotAppliedTwice() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        a.write(4);
        for (long copied = 1; copied < 4; copied++) {
            PatchTopic.Entry entry = topic.entry(P0, copied);
            topic.append(P0, entry.key(), null, entry.jelly(), entry.value());
        }
        run().start(P0);
        Throwable failure = catchThrowable(run::drain);
        assertThat(failure)
                .hasMessageContaining("patches-0@4")
                .hasMessageContaining("was read before")
                .hasMessageContaining("enable.idempotence");
        assertThat(durableNext(P0)).isEqualTo(4);

        PatchTopic without = new PatchTopic(clock);
        for (long offset = 0; offset < 4; offset++) {
            PatchTopic.Entry entry = topic.entry(P0, offset);
            without.append(P0, entry.key(), entry.patchHeader(), entry.jelly(), entry.value());
        }
        buildAnew(failure, without, a);
    }

    /** As MirrorMaker does when it is started again. */
    private void repeat(TopicPartition partition, long from, long to) {
        for (long offset = from; offset < to; offset++) {
            PatchTopic.Entry entry = topic.entry(partition, offset);
            topic.append(partition, entry.key(), entry.patchHeader(), entry.jelly(), entry.value());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3, 5, 7, 11})
    void recordsThatAMirroredTopicRepeatsAreLeftOut(long from) {
        PatchTopic.Writer writer = topic.writer(P0, "a");
        writer.write(12);
        run().start(P0).drain();
        repeat(P0, from, 12);
        writer.write(2);
        run.drain();

        assertThat(run.lookBacks()).as("the writer's next record").isLessThan(2);
        assertStoreEquals(writer);
    }

    @Test
    void afterARestartTheLastRecordIsKnownAgainAndEarlierOnesAreABreak() {
        PatchTopic.Writer writer = topic.writer(P0, "a");
        writer.write(12);
        run().start(P0).drain();
        run.restart();
        repeat(P0, 11, 12);
        writer.write(1);
        run.drain();
        run.restart();
        repeat(P0, 5, 6);
        run.drainFails().isInstanceOf(DataException.class).hasMessageContaining("expected patch number 14, found 6");
    }

    @Test
    void afterABrokenFrameWhatBuildsOnItIsPutAsideWithoutFurtherSearch() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P0, "b");
        a.write(2);
        b.write(1);
        a.write(6);
        b.write(7);
        topic.damage(P0, 3);
        run("errors.tolerance", "all", "on.chain.break", "dead-letter")
                .withoutConverter()
                .start(P0)
                .drain();

        assertThat(run.refusals())
                .containsExactly("undecodable", "missing-state", "missing-state", "chain", "chain", "chain");
        run.stop();
        run = null;
        try (MemoryTarget target = MemoryTarget.open(directory, "sink", Duration.ZERO)) {
            assertThat(target.chain(new StreamId(Records.TOPIC, "a"))
                            .orElseThrow()
                            .number())
                    .isEqualTo(2);
            assertThat(hashOf(target, b.device())).isEqualTo(b.device().hash());
        }
    }

    @Test
    void aStreamThatBreaksInTheMiddleOfItsCodecStreamWaitsForASnapshotAndOthersGoOn() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P0, "b");
        a.write(7);
        b.write(2);
        topic.lose(P0, 6);
        topic.removeBelow(P0, 2);
        a.write(1); // undecodable
        b.write(5);
        run("on.chain.break", "resync").start(P0).drain();
        run.stop();
        run = null;

        try (MemoryTarget target = MemoryTarget.open(directory, "sink", Duration.ZERO)) {
            assertThat(target.chain(new StreamId(Records.TOPIC, "a"))).hasValue(StreamState.BROKEN_AT_START);
            assertThat(hashOf(target, b.device())).isEqualTo(b.device().hash());
            assertThat(target.status().statements()).isEqualTo(b.device().size());
        }
    }

    @Test
    void aKeyFrameThatRetentionRemovedStopsTheTask() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        a.write(100);
        topic.removeBelow(P0, 91);
        run().start(P0)
                .drainFails()
                .isInstanceOf(DataException.class)
                .hasMessageContaining("patches-0@91")
                .hasMessageContaining("retention has removed the records before offset 91");
    }

    /** Else each record would be put aside, and the task would run without anything in its store. */
    @Test
    void aKeyFrameThatRetentionRemovedStopsTheTaskThatTakesDeadLettersToo() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        a.write(94);
        topic.removeBelow(P0, 91);
        run("errors.tolerance", "all")
                .start(P0)
                .drainFails()
                .isInstanceOf(DataException.class)
                .hasMessageContaining("patches-0@91")
                .hasMessageContaining("retention")
                .hasMessageContaining("nothing of stream 'a'");
        assertThat(run.refusals()).isEmpty();
    }

    /** The store has the stream so far; what it lacks is said by the next patch that can be decoded. */
    @Test
    void anUndecodablePatchOfAKnownStreamIsPutAsideAndTheNextOneStopsTheTask() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        a.write(6);
        topic.damage(P0, 2);
        run("errors.tolerance", "all")
                .withoutConverter()
                .start(P0)
                .drainFails()
                .isInstanceOf(DataException.class)
                .hasMessageContaining("patches-0@5")
                .hasMessageContaining("expected patch number 3, found 6");
        assertThat(run.refusals()).containsExactly("undecodable", "missing-state", "missing-state");
        assertThat(durableNext(P0)).isEqualTo(5);
    }

    /** The first patch of a stream is no sign that patches before it are gone. */
    @Test
    void anUndecodableFirstPatchIsPutAside() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer elsewhere = topic.writer(P1, "b");
        a.write(2);
        elsewhere.write(2);
        PatchTopic.Entry second = topic.entry(P1, 1);
        topic.append(P0, "z", new PatchPosition(1, 7, false).format(), second.jelly(), second.value());
        a.write(2);
        run("errors.tolerance", "all").start(P0).drain();
        assertThat(run.refusals()).containsExactly("missing-state");
        assertStoreEquals(a);
    }

    @Test
    void stateThatTheConverterCannotKeepIsKeptHere() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P0, "b");
        for (int i = 0; i < 5; i++) {
            a.write(1);
            b.write(1);
        }
        run().converterStreams(1).start(P0).drain();
        assertThat(run.lookBacks()).as("of the stream that it dropped").isOne();
        assertStoreEquals(a, b);
    }

    @Test
    void aRecordOfAnUnknownStreamStopsTheTaskAndChangesNothing() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        a.write(6);
        topic.append(
                P0, "a", "7.h0000000000000000", new JellyHeader(ElementKind.PATCH, 99, 5, 1000, 999), new byte[] {1});
        a.write(2);
        run().start(P0).drainFails().hasMessageContaining("patches-0@6").hasMessageContaining("lost");
        assertThat(durableNext(P0)).isEqualTo(6);
    }

    @Test
    void aRecordThatNeedsOneMoreLookBackThanAMinuteHasWaits() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        a.write(2);
        run("lookback.max.per.minute", "1").start(P0).drain();
        run.restart();
        a.write(1);
        topic.append(P0, "a", "4.h0000000000000000", new JellyHeader(ElementKind.PATCH, 99, 5, 1, 1), new byte[] {1});
        run.drainFails()
                .isInstanceOf(RetriableException.class)
                .hasMessageContaining("patches-0@3")
                .hasMessageContaining("lookback.max.per.minute");
        assertThatThrownBy(run::redeliver).isInstanceOf(RetriableException.class);
        clock.addAndGet(60_001);
        assertThatThrownBy(run::redeliver)
                .isInstanceOf(DataException.class)
                .hasMessageContaining("patches-0@3")
                .hasMessageContaining("lost");
        assertThat(durableNext(P0)).isEqualTo(3);
    }

    @Test
    void anUndecodableGraphIsRefusedAsAGraphIs() {
        topic.append(P0, "a", null, new JellyHeader(ElementKind.GRAPH, 99, 5, 1, 1), new byte[] {1});
        run().start(P0).drainFails().hasMessageContaining("patches-0@0").hasMessageContaining("the value is a graph");
        assertThat(run.lookBacks()).isZero();
    }

    @Test
    void bytesAreDecodedWhereNoConverterDidIt() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P0, "b");
        a.write(3);
        b.write(7);
        run("limits.streams", "2").withoutConverter().start(P0).drain();
        assertThat(run.lookBacks()).isZero();
        run.restart();
        a.write(3);
        b.write(3);
        run.drain();
        assertThat(run.lookBacks()).as("one a stream").isEqualTo(2);
        run.stop();
        run("limits.streams", "1").withoutConverter().start(P0);
        a.write(1);
        run.drain();
        assertStoreEquals(a, b);
    }

    @Test
    void bytesThatAreNotJellyAreRefused() {
        topic.append(P0, "a", null, null, new byte[] {(byte) 0xff, 1, 2});
        run().withoutConverter()
                .start(P0)
                .drainFails()
                .hasMessageContaining("patches-0@0")
                .hasMessageContaining("not a Jelly frame");
    }
}
