package dev.velella.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.task.BackgroundReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class HttpReadingTest {
    private static final RdfSourceConfig CONFIG = new RdfSourceConfig(
            HttpSource.TYPE,
            Map.of(
                    "source.type",
                    "http",
                    "topic",
                    "graphs",
                    "http.url",
                    "http://127.0.0.1/d",
                    "http.poll.interval.ms",
                    "60000"));

    private final HttpCounts counts = new HttpCounts();

    @Test
    void noMoreIsReadAheadThanFitsIntoMemory() throws Exception {
        byte[] large = new byte[10 << 20]; // the same for all
        try (BackgroundReader<HttpElement> reader = HttpReading.reader(
                sink -> {
                    for (long i = 0; i < 30; i++) {
                        sink.add(HttpElement.of(large, null, null, Map.of("number", i)));
                    }
                },
                CONFIG,
                counts)) {
            reader.start();
            long next = 0;
            while (next < 30) {
                while (!reader.isWaiting()) {
                    LockSupport.parkNanos(1_000_000);
                }
                assertThat(counts.elements() - next)
                        .as("ahead, and one that waits")
                        .isLessThanOrEqualTo(7);
                for (HttpElement element : reader.take(100, Duration.ofSeconds(60))) {
                    assertThat(element.offset()).isEqualTo(Map.of("number", next));
                    next++;
                }
            }
        }
    }

    @Test
    void oneElementAboveAllIsReadAlone() throws Exception {
        byte[] tooLarge = new byte[65 << 20];
        try (BackgroundReader<HttpElement> reader = HttpReading.reader(
                sink -> {
                    sink.add(HttpElement.of(tooLarge, null, null, Map.of()));
                    sink.add(HttpElement.of(tooLarge, null, null, Map.of()));
                },
                CONFIG,
                counts)) {
            reader.start();
            assertThat(reader.take(2, Duration.ofSeconds(60))).hasSize(1);
            assertThat(reader.take(2, Duration.ofSeconds(60))).hasSize(1);
        }
    }

    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // without an end it would heed no interrupt
    void whatIsNoExceptionEndsTheTaskToo() {
        for (Error error : List.of(new OutOfMemoryError("Java heap space"), new StackOverflowError())) {
            try (BackgroundReader<HttpElement> reader = HttpReading.reader(
                    sink -> {
                        throw error;
                    },
                    CONFIG,
                    counts)) {
                reader.start();
                assertThatThrownBy(() -> {
                            while (true) {
                                reader.take(1, Duration.ofMillis(1));
                            }
                        })
                        .isInstanceOf(ConnectException.class)
                        .hasMessageContaining(error.getClass().getSimpleName());
            }
        }
    }
}
