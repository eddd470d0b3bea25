package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
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
import org.apache.kafka.connect.errors.DataException;
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
            return target.durableOffsets()
                    .get(new PartitionId(partition.topic(), partition.partition()))
                    .nextOffset();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTaskStartedInTheMiddleReadsFromTheKeyFrameOnAndNeedsNoRewind(TaskRun.HeaderForm form) {
        PatchTopic.Writer writer = topic.writer(P0, "a");
        writer.write(8);
        run().headers(form).start(P0).drain();
        run.restart();
        assertThat(run.position(P0)).isEqualTo(5);
        writer.write(4);
        run.drain();

        assertThat(run.rewinds).isZero();
        assertStoreEquals(writer);
    }

    @Test
    void kafkaIsToldTheKeyFrameAndNeverTheOffsetApplied() {
        PatchTopic.Writer writer = topic.writer(P0, "a");
        writer.write(4);
        run().start(P0).drain();
        assertThat(run.commit()).isEqualTo(Map.of(P0, 0L));
        writer.write(2);
        run.drain();
        assertThat(run.commit()).isEqualTo(Map.of(P0, 5L));
        writer.write(4);
        run.drain();
        assertThat(run.commit()).isEqualTo(Map.of(P0, 5L));
        writer.write(1);
        run.drain();
        assertThat(run.commit()).isEqualTo(Map.of(P0, 10L));
    }

    @Test
    void betweenAPutThatAsksForRecordsAgainAndTheRewindNothingNewIsCommitted() {
        PatchTopic.Writer writer = topic.writer(P0, "a");
        writer.write(13);
        run().start(P0).drain();
        run.commit();
        run.forgetState();
        writer.write(1);
        run.poll(50);

        assertThat(run.rewinds).isEqualTo(1);
        assertThat(run.position(P0)).isEqualTo(10);
        assertThat(run.commit()).isEqualTo(Map.of(P0, 10L));
        run.drain();
        assertStoreEquals(writer);
    }

    @Test
    void interleavedStreamsAreReadFromTheEarliestKeyFrame() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P0, "b");
        PatchTopic.Writer c = topic.writer(P0, "c");
        b.write(1); // key frame at 0
        a.write(7); // at 1 and 6
        c.write(2); // at 8
        run().start(P0).drain();
        run.restart();
        assertThat(run.position(P0)).isZero();
        b.write(5); // at 14
        run.drain();
        run.restart();
        assertThat(run.position(P0)).isEqualTo(6);
        a.write(3);
        c.write(3);
        b.write(3);
        run.drain();

        assertThat(run.rewinds).isZero();
        assertStoreEquals(a, b, c);
    }

    @Test
    void aStreamThatEndedIsNotReadAgain() {
        PatchTopic.Writer ended = topic.writer(P0, "ended");
        PatchTopic.Writer writer = topic.writer(P0, "a");
        ended.write(3);
        run().start(P0).drain();
        clock.addAndGet(PatchTopic.INTERVAL.ms() + 1);
        writer.write(2);
        run.drain();
        assertThat(run.commit()).isEqualTo(Map.of(P0, 3L));
        run.restart();
        assertThat(run.position(P0)).isEqualTo(3);

        ended.write(2); // a key frame, because so much time has passed
        writer.write(1);
        run.drain();
        assertThat(run.rewinds).isZero();
        assertStoreEquals(ended, writer);
    }

    @Test
    void whenAllStreamsAreSelfContainedOrOverReadingGoesOnAtTheNextOffset() {
        PatchTopic.Writer writer = topic.writer(P0, "a");
        writer.write(3);
        run().start(P0).drain();
        clock.addAndGet(PatchTopic.INTERVAL.ms() + 1);
        Stream plain = new Stream("plain", 2);
        Stream.Numbered patch = plain.next();
        byte[] frame = new JellyPatchEncoder(JellyPatchOptions.TOPIC, Limits.DEFAULT).encode(patch.patch());
        topic.append(P0, "plain", patch.position().format(), null, frame);
        run.drain();
        assertThat(run.commit()).isEqualTo(Map.of(P0, 4L));
    }

    @Test
    void stateLostInTheMiddleIsReadAgainOnceForAllStreams() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P0, "b");
        PatchTopic.Writer c = topic.writer(P0, "c");
        for (int i = 0; i < 3; i++) {
            a.write(1);
            b.write(1);
            c.write(1);
        }
        run().start(P0).drain();
        run.forgetState();
        a.write(1);
        b.write(1);
        c.write(1);
        run.drain();

        assertThat(run.rewinds).isEqualTo(1);
        assertStoreEquals(a, b, c);
    }

    @Test
    void streamsThatTheTaskForgotCostRewindsOnly() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P0, "b");
        a.write(1);
        for (int i = 0; i < 40; i++) {
            b.write(1);
            topic.skip(P0, 1);
        }
        run("limits.streams", "1").start(P0).drain();
        run.restart();
        long from = run.position(P0);
        assertThat(from).isGreaterThan(60);
        b.write(2);
        a.write(2);
        b.write(2);
        run.drain();

        assertThat(run.rewinds).as("doubling from 1 to 85").isBetween(1, 7);
        assertStoreEquals(a, b);
    }

    @Test
    void otherPartitionsOfABatchGoOn() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P1, "b");
        a.write(3);
        run().start(P0, P1).drain();
        run.forgetState();
        a.write(1);
        b.write(3);
        run.poll(50);

        assertThat(run.position(P0)).isZero();
        assertThat(run.position(P1)).isEqualTo(3);
        assertThat(run.commit()).containsEntry(P1, 0L);
        run.drain();
        assertThat(run.rewinds).isEqualTo(1);
        assertStoreEquals(a, b);
    }

    @Test
    void recordsBeforeTheUndecodableOneAreApplied() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P0, "b");
        a.write(3);
        run().start(P0).drain();
        run.forgetState();
        b.write(2);
        a.write(1);
        b.write(1);
        run.poll(50);
        run.crash(); // nothing of it was durable
        run.startAgain();
        assertThat(run.position(P0)).isZero();
        run.poll(50);
        assertThat(durableNext(P0)).isEqualTo(7);
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
        b.write(4); // a's key frames are at 7 and 15 by now, b's at 0 and 15
        run.drain();
        run.crashAndRestart();

        assertThat(run.position(P0)).isZero();
        b.write(1);
        a.write(1);
        run.drain();
        assertThat(run.rewinds).isZero();
        assertStoreEquals(a, b);
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
        assertThat(run.rewinds).isEqualTo(1);
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

        assertThat(run.rewinds).isZero();
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
        assertThat(run.rewinds).isEqualTo(1);
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

    /** So it is with a snapshot too that covers the record when it comes again. */
    @Test
    void aRecordThatIsLeftOutWhenItComesAgainIsWaitedForNoLonger() {
        PatchTopic.Writer a = topic.writer(P1, "a");
        a.write(100);
        topic.removeBelow(P1, 91);
        run("on.chain.break", "resync").start(P0, P1).poll(50);
        assertThat(run.rewinds).as("record 91 is asked for again").isOne();
        byte[] frame = new JellyPatchEncoder(JellyPatchOptions.TOPIC, Limits.DEFAULT)
                .encode(a.device().next().patch());
        topic.append(P0, "a", new PatchPosition(7, 1, false).format(), null, frame); // breaks the chain of the stream
        run.drain();
        run.stop();
        run = null;

        try (MemoryTarget target = MemoryTarget.open(directory, "sink", Duration.ZERO)) {
            assertThat(target.chain(new StreamId(Records.TOPIC, "a"))).hasValue(StreamState.BROKEN_AT_START);
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
                .hasMessageContaining("record 90 of the stream")
                .hasMessageContaining("retention");
        assertThat(run.rewinds).as("doubling from 1 to 91").isBetween(2, 9);
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
    void aRecordThatDoesNotComeAgainStopsTheTask() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        a.write(7);
        run().start(P0).drain();
        run.forgetState();
        a.write(5);
        run.poll(1);
        assertThat(run.position(P0)).isEqualTo(5);
        topic.removeBelow(P0, 10);

        run.drainFails().hasMessageContaining("patches-0@10").hasMessageContaining("offset 7, which was not applied");
        assertThat(durableNext(P0)).isEqualTo(7);
    }

    @Test
    void stateThatTheConverterCannotKeepIsNamed() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P0, "b");
        a.write(1);
        b.write(1);
        a.write(1);
        run().converterStreams(1)
                .start(P0)
                .drainFails()
                .hasMessageContaining("patches-0@2")
                .hasMessageContaining("value.converter.limits.streams");
        run.stop();
        run().converterStreams(2).start(P0).drain();
        assertStoreEquals(a, b);
    }

    @Test
    void aRecordOfAnUnknownStreamStopsTheTaskAndChangesNothing() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        a.write(6);
        topic.append(
                P0, "a", "7.h0000000000000000", new JellyHeader(ElementKind.PATCH, 99, 5, 1000, 999), new byte[] {1});
        a.write(2);
        run().start(P0).drainFails().hasMessageContaining("patches-0@6").hasMessageContaining("not its writer's");
        assertThat(run.rewinds).isEqualTo(1);
        assertThat(durableNext(P0)).isEqualTo(6);
    }

    @Test
    void aFloodOfRecordsWithoutKeyFrameEndsAtTheMostRewinds() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        a.write(200);
        topic.append(P0, "a", "201.h0000000000000000", new JellyHeader(ElementKind.PATCH, 99, 5, 1, 1), new byte[] {1});
        run("rewind.max.per.minute", "3")
                .start(P0)
                .drainFails()
                .hasMessageContaining("patches-0@200")
                .hasMessageContaining("3 times within a minute")
                .hasMessageContaining("rewind.max.per.minute");
        assertThat(run.rewinds).isEqualTo(3);
    }

    @Test
    void rewindsOfAnEarlierMinuteDoNotCount() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        run("rewind.max.per.minute", "1").start(P0);
        for (int i = 0; i < 4; i++) {
            a.write(2);
            run.drain();
            run.forgetState();
            clock.addAndGet(30_000);
            a.write(1);
            run.drain();
            clock.addAndGet(30_000);
        }
        assertThat(run.rewinds).isEqualTo(4);
        assertStoreEquals(a);
    }

    @Test
    void anUndecodableGraphIsRefusedAsAGraphIs() {
        topic.append(P0, "a", null, new JellyHeader(ElementKind.GRAPH, 99, 5, 1, 1), new byte[] {1});
        run().start(P0).drainFails().hasMessageContaining("patches-0@0").hasMessageContaining("the value is a graph");
        assertThat(run.rewinds).isZero();
    }

    @Test
    void aPartitionThatComesBackForgetsWhatItWasReadAgainFor() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P1, "b");
        a.write(3);
        b.write(3);
        run("rewind.max.per.minute", "1").start(P0, P1).drain();
        run.forgetState();
        a.write(1);
        run.poll(50);
        assertThat(run.position(P0)).isZero();
        run.close(P0);
        b.write(1);
        run.drain();
        assertThat(run.partitions()).containsExactly(P1);
        run.open(P0);
        run.drain();
        run.forgetState();
        a.write(1);
        run.drain();

        assertThat(run.rewinds).as("two of P0 in its two times, one of P1").isEqualTo(3);
        assertStoreEquals(a, b);
    }

    @Test
    void bytesAreDecodedWhereNoConverterDidIt() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P0, "b");
        a.write(3);
        b.write(7);
        run("limits.streams", "2").withoutConverter().start(P0).drain();
        run.restart();
        a.write(3);
        b.write(3);
        run.drain();
        assertThat(run.rewinds).isZero();
        run.stop();
        run("limits.streams", "1").withoutConverter().start(P0);
        a.write(1);
        run.drain();
        assertThat(run.rewinds).isZero();
        assertStoreEquals(a, b);
    }

    @Test
    void bytesWithoutStateAreReadAgainFromTheKeyFrameOn() {
        PatchTopic.Writer a = topic.writer(P0, "a");
        PatchTopic.Writer b = topic.writer(P0, "b");
        a.write(1);
        b.write(20);
        run("limits.streams", "1").withoutConverter().start(P0).drain();
        a.write(1);
        run.drainFails()
                .hasMessageContaining("patches-0@21")
                .hasMessageContaining("or limits.streams where the converter hands over bytes");
        assertThat(run.rewinds).isPositive();
        run.stop();
        run("limits.streams", "2").withoutConverter().start(P0).drain();
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
