package dev.velella.sink.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ElementKind;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KeyFrameTrackerTest {
    private static final long INTERVAL_MS = 1_000;

    private final AtomicLong clock = new AtomicLong(5_000_000);
    private final KeyFrameTracker tracker = new KeyFrameTracker(3, INTERVAL_MS, clock::get);

    private static JellyHeader header(long stream, long seq, long dist) {
        return new JellyHeader(ElementKind.PATCH, stream, seq == 0 ? 0 : 7, seq, dist);
    }

    @Test
    void withoutStreamsReadingGoesOnAtTheNextOffset() {
        assertThat(tracker.replayFrom(17)).isEqualTo(17);
    }

    @Test
    void theEarliestOfTheLastKeyFramesCounts() {
        tracker.read(header(1, 0, 0), 10);
        tracker.read(header(2, 0, 0), 12);
        tracker.read(header(1, 1, 1), 13);
        assertThat(tracker.replayFrom(14)).isEqualTo(10);
        tracker.read(header(1, 2, 0), 14);
        assertThat(tracker.replayFrom(15)).isEqualTo(12);
    }

    @Test
    void graphAndPatchStreamsAreApart() {
        tracker.read(new JellyHeader(ElementKind.GRAPH, 1, 0, 0, 0), 10);
        tracker.read(header(1, 0, 0), 11);
        assertThat(tracker.replayFrom(12)).isEqualTo(10);
    }

    @Test
    void aStreamSilentForLongerThanTheIntervalDoesNotCount() {
        tracker.read(header(1, 0, 0), 10);
        clock.addAndGet(600);
        tracker.read(header(2, 0, 0), 20);
        clock.addAndGet(400);
        assertThat(tracker.replayFrom(21)).isEqualTo(10);
        clock.addAndGet(1);
        assertThat(tracker.replayFrom(21)).isEqualTo(20);
        clock.addAndGet(600);
        assertThat(tracker.replayFrom(21)).isEqualTo(21);
    }

    @Test
    void aStreamThatGoesOnAfterAllStillHasItsKeyFrame() {
        tracker.read(header(1, 0, 0), 10);
        clock.addAndGet(2_000);
        tracker.read(header(1, 1, 1), 40);
        assertThat(tracker.replayFrom(41)).isEqualTo(10);
    }

    @Test
    void readingAgainDoesNotTakeAKeyFrameBack() {
        tracker.read(header(1, 0, 0), 10);
        tracker.read(header(1, 5, 0), 15);
        tracker.read(header(1, 0, 0), 10);
        tracker.read(header(1, 1, 1), 11);
        assertThat(tracker.replayFrom(16)).isEqualTo(15);
    }

    @Test
    void theStreamSilentLongestIsForgottenFirst() {
        for (long stream = 1; stream <= 3; stream++) {
            tracker.read(header(stream, 0, 0), stream * 10);
        }
        tracker.read(header(1, 1, 1), 40);
        tracker.read(header(4, 0, 0), 50);
        assertThat(tracker.replayFrom(51)).as("2 is forgotten, 1 is not").isEqualTo(10);
        tracker.read(header(1, 2, 0), 51);
        assertThat(tracker.replayFrom(52)).isEqualTo(30);
    }

    @Test
    void withoutItsKeyFrameAStreamCountsFromWhereThatIsAtTheLatest() {
        tracker.read(header(1, 9, 4), 10);
        assertThat(tracker.replayFrom(11)).isEqualTo(6);
        tracker.read(header(2, 90, 40), 11);
        assertThat(tracker.replayFrom(12)).isZero();
    }
}
