package dev.velella.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.DecoderStreams;
import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ElementKind;
import dev.velella.record.partition.LookBackLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Look-back where there is no broker to answer; with one it is tested across modules. */
@Timeout(240)
class LookBackTest {
    private static final String SECRET = "s3same-0pen";

    private final DecoderStreams streams = new DecoderStreams(Limits.DEFAULT, StreamLimits.DEFAULT);

    private static JellyHeader wanted(long stream, long dist) {
        return new JellyHeader(ElementKind.PATCH, stream, 7, 100 + dist, dist);
    }

    /** A port on which somebody listens and nobody answers. */
    private static ServerSocket deafServer() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    /** The client by itself would wait for days. */
    @Test
    @Timeout(300)
    void aBrokerThatDoesNotAnswerIsNotWaitedForLongerThanTheLimit() throws IOException {
        try (ServerSocket server = deafServer();
                LookBack lookBack = new LookBack(
                        Map.of(
                                "bootstrap.servers", "localhost:" + server.getLocalPort(),
                                "default.api.timeout.ms", Integer.MAX_VALUE,
                                "request.timeout.ms", Integer.MAX_VALUE),
                        new LookBackLimits(1000, 1000, 500, 10))) {
            LookBackResult result = lookBack.lookBack(streams, "t", 0, 500, wanted(1, 3));
            assertThat(result.outcome()).isEqualTo(LookBackOutcome.FAILED);
            assertThat(result.message()).contains("TimeoutException");
            assertThat(lookBack.counts().of(LookBackOutcome.FAILED)).isEqualTo(1);
        }
        assertThat(streams.size()).isZero();
    }

    @Test
    void anInterruptEndsALookBackAndStaysSet() throws Exception {
        try (ServerSocket server = deafServer();
                LookBack lookBack = new LookBack(
                        Map.of("bootstrap.servers", "localhost:" + server.getLocalPort()),
                        new LookBackLimits(1000, 1000, 600_000, 10))) {
            Thread reader = Thread.currentThread();
            Thread interrupter = new Thread(() -> {
                try {
                    server.accept(); // the look-back has begun
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
                reader.interrupt();
            });
            interrupter.start();
            LookBackResult result = lookBack.lookBack(streams, "t", 0, 500, wanted(1, 3));
            assertThat(Thread.interrupted()).isTrue();
            interrupter.join();
            assertThat(result.outcome()).isEqualTo(LookBackOutcome.FAILED);
            assertThat(result.message()).isEqualTo("interrupted");
        }
    }

    @Test
    void aRecordWhoseKeyFrameCannotBeReachedIsRefusedWithoutReading() {
        try (LookBack lookBack =
                new LookBack(Map.of("bootstrap.servers", "localhost:1"), new LookBackLimits(1000, 1000, 600_000, 10))) {
            assertThat(lookBack.lookBack(streams, "t", 0, 1_000_000, wanted(1, 1001))
                            .outcome())
                    .isEqualTo(LookBackOutcome.OUT_OF_REACH);
            assertThat(lookBack.lookBack(streams, "t", 0, 2, wanted(1, 3)).outcome())
                    .isEqualTo(LookBackOutcome.LOST);
            JellyHeader forged =
                    new JellyHeader(ElementKind.PATCH, 1, 7, 4_000_000_000_000_000_000L, 4_000_000_000_000_000_000L);
            assertThat(lookBack.lookBack(streams, "t", 0, Long.MAX_VALUE, forged)
                            .outcome())
                    .isEqualTo(LookBackOutcome.OUT_OF_REACH);
        }
    }

    @Test
    void moreLookBacksThanAllowedAreRefusedUntilTheMinuteIsOver() throws IOException {
        long[] now = {0};
        try (ServerSocket server = deafServer();
                LookBack lookBack = new LookBack(
                        Map.of("bootstrap.servers", "localhost:" + server.getLocalPort()),
                        new LookBackLimits(1000, 1000, 200, 2),
                        () -> now[0] += TimeUnit.MILLISECONDS.toNanos(50))) {
            assertThat(lookBack.lookBack(streams, "t", 0, 500, wanted(1, 3)).outcome())
                    .isEqualTo(LookBackOutcome.FAILED);
            assertThat(lookBack.lookBack(streams, "t", 0, 500, wanted(2, 3)).outcome())
                    .isEqualTo(LookBackOutcome.FAILED);
            assertThat(lookBack.lookBack(streams, "t", 0, 500, wanted(3, 3)).outcome())
                    .isEqualTo(LookBackOutcome.RATE_LIMITED);
            now[0] += TimeUnit.SECONDS.toNanos(61);
            assertThat(lookBack.lookBack(streams, "t", 0, 500, wanted(3, 3)).outcome())
                    .isEqualTo(LookBackOutcome.FAILED);
        }
    }

    @Test
    void aWrongConfigurationIsTold() {
        try (LookBack lookBack = new LookBack(
                Map.of("bootstrap.servers", "localhost:1", "security.protocol", "PIGEON"), LookBackLimits.DEFAULT)) {
            LookBackResult result = lookBack.lookBack(streams, "t", 0, 500, wanted(1, 3));
            assertThat(result.outcome()).isEqualTo(LookBackOutcome.FAILED);
            assertThat(result.message()).contains("security.protocol").contains("PIGEON");
        }
    }

    @Test
    void secretsOfTheConfigurationAreNotTold() {
        for (String jaas : new String[] {
            SECRET,
            "org.apache.kafka.common.security.plain.PlainLoginModule " + SECRET + ";",
            SECRET + " required " + SECRET
        }) {
            Map<String, Object> config = new HashMap<>();
            config.put("bootstrap.servers", "localhost:1");
            config.put("security.protocol", "SASL_PLAINTEXT");
            config.put("sasl.mechanism", "PLAIN");
            config.put("sasl.jaas.config", jaas);
            try (LookBack lookBack = new LookBack(config, LookBackLimits.DEFAULT)) {
                LookBackResult result = lookBack.lookBack(streams, "t", 0, 500, wanted(1, 3));
                assertThat(result.outcome()).isEqualTo(LookBackOutcome.FAILED);
                assertThat(result.message()).doesNotContain(SECRET).contains("sasl.jaas.config cannot be read");
            }
        }
    }

    @Test
    void limitsBelowOneAreRefused() {
        assertThatThrownBy(() -> new LookBackLimits(0, 1, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LookBackLimits(1, 1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
