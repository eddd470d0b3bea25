package dev.velella.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.log.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartitionTallyTest {
    private static final long LOOK_BACK = 100;

    private final List<Finding> findings = new ArrayList<>();
    private final Log log = new Log();

    private PartitionTally tally(long logStart, long from) {
        log.at(from);
        return new PartitionTally(new Span(0, logStart, from, 1000), LOOK_BACK, findings::add);
    }

    private PartitionTally readAll(PartitionTally tally, List<StatefulFrame> frames) {
        frames.forEach(frame -> tally.add(log.read(frame)));
        return tally;
    }

    @Test
    void aStreamWithoutAGapHasNoFindings() {
        PartitionTally tally = readAll(tally(0, 0), Log.graphs(Log.encoder(3), 7));

        assertThat(findings).isEmpty();
        assertThat(tally.counts().records()).isEqualTo(7);
        assertThat(tally.counts().stateful()).isEqualTo(7);
        assertThat(tally.counts().keyFrames()).isEqualTo(3);
        assertThat(tally.counts().graphs()).isEqualTo(7);
        assertThat(tally.counts().statements()).isEqualTo(14);
        assertThat(tally.streams()).singleElement().satisfies(stream -> {
            assertThat(stream.records()).isEqualTo(7);
            assertThat(stream.keyFrames()).isEqualTo(3);
            assertThat(stream.firstOffset()).isZero();
            assertThat(stream.lastOffset()).isEqualTo(6);
            assertThat(stream.largestDistance()).isEqualTo(2);
            assertThat(stream.meanDistance()).isEqualTo(6 / 7.0);
            assertThat(tally.isOpen(stream)).isTrue();
        });
    }

    @Test
    void aRecordThatNeverCameIsProvenByTheNextKeyFrame() {
        List<StatefulFrame> frames = new ArrayList<>(Log.graphs(Log.encoder(4), 9));
        frames.remove(2);

        PartitionTally tally = readAll(tally(0, 0), frames);

        assertThat(tally.counts().lost()).isEqualTo(1);
        assertThat(tally.counts().missingState()).isEqualTo(1);
        assertThat(findings).hasSize(2);
        assertThat(findings.get(0)).isInstanceOf(Finding.Undecoded.class);
        assertThat(findings.get(0).offset()).isEqualTo(2);
        assertThat(findings.get(1)).isInstanceOfSatisfying(Finding.Lost.class, lost -> {
            assertThat(lost.count()).isEqualTo(1);
            assertThat(lost.after()).isEqualTo(1);
            assertThat(lost.offset()).isEqualTo(3);
        });
    }

    @Test
    void aStreamWhoseFirstRecordIsNotInAWholeLogHasLostIt() {
        List<StatefulFrame> frames = Log.graphs(Log.encoder(2), 5);

        readAll(tally(0, 0), frames.subList(2, 5));
        assertThat(findings).singleElement().isInstanceOfSatisfying(Finding.Lost.class, lost -> assertThat(lost.count())
                .isEqualTo(2));

        findings.clear();
        readAll(tally(7, 7), frames.subList(2, 5));
        assertThat(findings).isEmpty();
    }

    @Test
    void recordsWithoutTheirKeyFrameAreToldFromDamageOnlyWhereTheLogWasTruncated() {
        List<StatefulFrame> frames = Log.graphs(Log.encoder(4), 5);

        readAll(tally(50, 50), frames.subList(1, 5));
        assertThat(findings).hasSize(3).allSatisfy(finding -> assertThat(finding)
                .isInstanceOf(Finding.Truncated.class));

        findings.clear();
        readAll(tally(50, 50 + LOOK_BACK + 1), Log.graphs(Log.encoder(4), 3).subList(1, 3));
        assertThat(findings).hasSize(2).allSatisfy(finding -> assertThat(finding)
                .isInstanceOf(Finding.Undecoded.class));
    }

    @Test
    void aForgedHeaderIsARecordThatDoesNotDecodeAndNoLoss() {
        List<StatefulFrame> frames = Log.graphs(Log.encoder(4), 9);
        PartitionTally tally = readAll(tally(0, 0), frames.subList(0, 3));
        JellyHeader real = frames.get(2).header();
        JellyHeader forged = new JellyHeader(real.kind(), real.stream(), 17, 1_000_000, 5);
        tally.add(log.read(frames.get(2).value(), Optional.of(forged.toString()), null, null));
        readAll(tally, frames.subList(3, 9));

        assertThat(findings).singleElement().isInstanceOf(Finding.Undecoded.class);
        assertThat(tally.counts().lost()).isZero();
        assertThat(tally.counts().graphs()).isEqualTo(9);
    }

    @Test
    void duplicatesAndReplaysAreCountedApart() {
        List<StatefulFrame> frames = Log.graphs(Log.encoder(2), 4);
        PartitionTally tally = readAll(tally(0, 0), frames);
        tally.add(log.read(frames.get(3)));
        tally.add(log.read(frames.get(0)));

        assertThat(tally.counts().duplicates()).isEqualTo(1);
        assertThat(tally.counts().replayed()).isEqualTo(1);
        assertThat(findings).isEmpty();
    }

    @Test
    void aStreamIsOpenUntilAnotherOfItsKindBeginsAfterItsLastRecord() {
        PartitionEncoder first = Log.encoder(4);
        PartitionEncoder second = Log.encoder(4);
        PartitionTally tally = readAll(tally(0, 0), Log.graphs(first, 2));
        readAll(tally, Log.graphs(second, 2));
        List<StreamTally> streams = new ArrayList<>(tally.streams());
        assertThat(tally.isOpen(streams.get(0))).isFalse();
        assertThat(tally.isOpen(streams.get(1))).isTrue();

        readAll(tally, Log.graphs(first, 1));
        assertThat(tally.isOpen(streams.get(0))).isTrue();
    }

    @Test
    void tombstonesAndUnreadableRecordsAreNeitherSelfContainedNorStateful() {
        PartitionTally tally = tally(0, 0);
        tally.add(log.read(null, Optional.empty(), "k", null));
        tally.add(log.read(new byte[] {1, 2, 3}, Optional.empty(), "k", null));
        tally.add(log.read(Log.selfContained(Log.graph(1)), Optional.empty(), "k", null));
        tally.add(log.read(Log.selfContained(Log.graph(1)), Optional.of("x"), "k", null));

        Counts counts = tally.counts();
        assertThat(counts.records()).isEqualTo(4);
        assertThat(counts.tombstones()).isEqualTo(1);
        assertThat(counts.selfContained()).isEqualTo(1);
        assertThat(counts.stateful()).isZero();
        assertThat(counts.undecoded()).isEqualTo(2);
        assertThat(counts.missingState()).isZero();
        assertThat(counts.keyBytes()).isEqualTo(4);
        assertThat(counts.headerBytes()).isEqualTo("jelly".length() + 1);
    }

    @Test
    void whatWasDeletedUnreadIsNoLoss() {
        List<StatefulFrame> frames = Log.graphs(Log.encoder(2), 8);
        PartitionTally tally = readAll(tally(0, 0), frames.subList(0, 2));
        tally.deleted(2, 5);
        log.at(5);
        readAll(tally, frames.subList(5, 8));

        assertThat(findings.get(0)).isInstanceOf(Finding.Deleted.class);
        assertThat(findings.subList(1, findings.size()))
                .allSatisfy(finding -> assertThat(finding).isInstanceOf(Finding.Truncated.class));
        assertThat(tally.counts().lost()).isZero();
    }
}
