package dev.velella.source.mqtt.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MqttInboxTest {
    private final MqttCounts counts = new MqttCounts();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final MqttInbox inbox = new MqttInbox(100, 1 << 20, true, new long[0], counts);

    private void receive(int connection, boolean duplicate) {
        inbox.received(connection, message("reading", duplicate, acknowledged::incrementAndGet));
    }

    private static MqttMessage message(String payload, boolean duplicate, Runnable acknowledgement) {
        return message(payload, duplicate, null, List.of(), acknowledgement);
    }

    private static MqttMessage message(
            String payload,
            boolean duplicate,
            @Nullable String contentType,
            List<Map.Entry<String, String>> properties,
            Runnable acknowledgement) {
        return new MqttMessage(
                "site/a",
                payload.getBytes(StandardCharsets.UTF_8),
                1,
                false,
                duplicate,
                contentType,
                properties,
                acknowledgement);
    }

    private int connect(boolean sessionPresent) {
        int connection = inbox.connecting();
        inbox.connected(sessionPresent);
        return connection;
    }

    private int taken() throws InterruptedException {
        return inbox.take(10, Duration.ZERO).size();
    }

    @Test
    void whatAResumedSessionBringsAgainIsLeftOut() throws Exception {
        receive(connect(false), false);
        assertThat(taken()).isEqualTo(1);
        receive(connect(true), true);
        assertThat(taken()).isZero();
        assertThat(counts.redelivered()).isEqualTo(1);
    }

    /** The broker sends two equal messages again, and one of them was received before: the other one is another reading. */
    @Test
    void ofTwoEqualMessagesThatComeAgainTheKnownOneAloneIsLeftOut() throws Exception {
        receive(connect(false), false);
        assertThat(taken()).isEqualTo(1);
        int resumed = connect(true);
        receive(resumed, true);
        receive(resumed, true);
        assertThat(taken()).isEqualTo(1);
        assertThat(counts.redelivered()).isEqualTo(1);
        int again = connect(true);
        receive(again, true);
        receive(again, true);
        receive(again, true);
        assertThat(taken()).isEqualTo(1);
        assertThat(counts.redelivered()).isEqualTo(3);
    }

    /** A broker that has lost the session has sent nothing of it: what it marks DUP is another message. */
    @Test
    void inANewSessionNothingIsTakenForARedelivery() throws Exception {
        receive(connect(false), false);
        assertThat(taken()).isEqualTo(1);
        receive(connect(false), true);
        assertThat(taken()).isEqualTo(1);
        assertThat(counts.redelivered()).isZero();
    }

    @Test
    void whatIsNotMarkedAsSentBeforeIsKeptInAResumedSessionToo() throws Exception {
        receive(connect(false), false);
        receive(connect(true), false);
        assertThat(taken()).isEqualTo(2);
    }

    @Test
    void aRedeliveryIsAcknowledgedInItsConnectionOnceKafkaHasTheFirst() throws Exception {
        receive(connect(false), false);
        Delivery first = inbox.take(1, Duration.ZERO).get(0);
        receive(connect(true), true);
        assertThat(acknowledged).hasValue(0);
        inbox.settle(first);
        assertThat(acknowledged).hasValue(1);
    }

    @Test
    @Timeout(300)
    void whoeverWaitsOrComesToWaitIsWokenOnce() throws Exception {
        inbox.wake();
        assertThat(inbox.take(10, Duration.ofDays(1))).isEmpty();
        assertThat(takenAfter(() -> receive(connect(false), false))).isEqualTo(1);
        assertThat(takenAfter(inbox::wake)).isZero();
    }

    /** How many messages somebody takes who waits when something happens. */
    private int takenAfter(Runnable event) throws Exception {
        FutureTask<Integer> taking =
                new FutureTask<>(() -> inbox.take(10, Duration.ofDays(1)).size());
        Thread thread = new Thread(taking);
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING && !taking.isDone()) {
            Thread.onSpinWait();
        }
        event.run();
        return taking.get();
    }

    /**
     * A broker that was stopped in the middle of a long queue: it has sent far more than the limit, and has not read the
     * acknowledgements of the first messages.
     */
    @Test
    void settledMessagesAreKnownHoweverManyWaitBehindThem() throws Exception {
        int first = connect(false);
        for (int i = 0; i < 5000; i++) {
            inbox.received(first, message("reading " + i, false, () -> {}));
        }
        inbox.take(800, Duration.ZERO).forEach(inbox::settle);
        int second = connect(true);
        for (int i = 0; i < 5000; i++) {
            inbox.received(second, message("reading " + i, true, acknowledged::incrementAndGet));
        }
        assertThat(counts.redelivered()).isEqualTo(5000);
        assertThat(acknowledged).hasValue(800);
        assertThat(inbox.take(10_000, Duration.ZERO)).hasSize(4200);
    }

    /** As many as a broker can wait for; none that can come again is forgotten, and the memory does not grow for ever. */
    @Test
    void theLastSettledMessagesAreKnownAsFarAsTheirNumbersReach() throws Exception {
        int first = connect(false);
        int more = RecentDeliveries.MOST_SETTLED + 1;
        for (int i = 0; i < more; i++) {
            inbox.received(first, message("reading " + i, false, () -> {}));
            inbox.take(1, Duration.ZERO).forEach(inbox::settle);
        }
        int second = connect(true);
        for (int i = more - 1; i >= 0; i--) {
            inbox.received(second, message("reading " + i, true, () -> {}));
        }
        assertThat(counts.redelivered()).isEqualTo(RecentDeliveries.MOST_SETTLED);
    }

    /** A device may send many of them with an empty payload. */
    @Test
    void userPropertiesAndTheContentTypeCountAgainstTheLimitOfBytes() {
        String half = "x".repeat(1 << 18); // of the limit, at two bytes a character
        List<Map.Entry<String, String>> properties = List.of(Map.entry("name", half));
        int connection = connect(false);
        assertThat(inbox.received(connection, message("", false, null, properties, () -> {})))
                .isFalse();
        assertThat(inbox.received(connection, message("", false, half, List.of(), () -> {})))
                .isTrue();
    }

    /** The message whose offset is kept in {@code tests/src/test/resources/compatibility}. */
    @Test
    void aMessageHasTheFingerprintThatFormerVersionsHaveStored() {
        MqttMessage message = new MqttMessage(
                "site/whole",
                "<urn:s> <urn:p> <urn:o> .".getBytes(StandardCharsets.UTF_8),
                1,
                false,
                false,
                "text/turtle",
                List.of(),
                () -> {});
        assertThat(Fingerprint.of(message)).isEqualTo(0x39eab97f0ca60f69L);
    }

    /** Those in front of it, which are not known, are not counted against it. */
    @Test
    void aKnownMessageBehindOthersIsLeftOut() throws Exception {
        long known = Fingerprint.of(message("known", true, () -> {}));
        MqttInbox next = new MqttInbox(100, 1 << 20, true, new long[] {known, 1, 2, 3}, counts);
        int connection = next.connecting();
        next.connected(true);
        next.received(connection, message("not known", true, () -> {}));
        next.received(connection, message("known", true, () -> {}));
        assertThat(next.take(10, Duration.ZERO)).hasSize(1);
        assertThat(counts.redelivered()).isEqualTo(1);
    }
}
