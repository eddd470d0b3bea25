package dev.velella.source.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class BackgroundReaderTest {
    /** Longer than a test may take. */
    private static final Duration FOR_EVER = Duration.ofHours(1);

    private static BackgroundReader<String> started(int most, BackgroundReader.Reading<String> reading) {
        BackgroundReader<String> reader = new BackgroundReader<>("test-reader", most, 100, String::length, reading);
        reader.start();
        return reader;
    }

    @Test
    void aFailureComesBehindWhatWasReadBefore() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        try (BackgroundReader<String> reader = started(10, sink -> {
            sink.add("a");
            sink.add("b");
            failed.countDown();
            throw new ConnectException("broken");
        })) {
            failed.await();
            assertThat(reader.take(1, FOR_EVER)).containsExactly("a");
            assertThat(reader.take(5, FOR_EVER)).containsExactly("b");
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> reader.take(1, FOR_EVER)).hasMessage("broken");
            }
            assertThat(reader.isDone()).isFalse();
        }
    }

    @Test
    void nobodyWaitsForMoreThanThereIs() throws Exception {
        try (BackgroundReader<String> reader = started(10, sink -> sink.add("a"))) {
            assertThat(reader.take(1, FOR_EVER)).containsExactly("a");
            assertThat(reader.take(1, FOR_EVER)).isEmpty();
            assertThat(reader.isDone()).isTrue();
        }
    }

    /** Also if the reading does not heed the interrupt. */
    @Test
    void closingEndsAReadingThatWaitsForRoom() throws Exception {
        LinkedBlockingQueue<String> end = new LinkedBlockingQueue<>();
        BackgroundReader<String> reader = started(1, sink -> {
            sink.add("a");
            for (int i = 0; i < 2; i++) {
                try {
                    sink.add("b");
                    end.add("taken");
                } catch (InterruptedException e) {
                    end.add("closed " + sink.isClosed());
                }
            }
        });
        while (!reader.isWaiting()) {
            Thread.onSpinWait();
        }
        reader.close();
        assertThat(List.of(end.take(), end.take())).containsOnly("closed true");
    }
}
