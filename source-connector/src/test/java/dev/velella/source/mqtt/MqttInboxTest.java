package dev.velella.source.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MqttInboxTest {
    private final MqttCounts counts = new MqttCounts();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final MqttInbox inbox = new MqttInbox(100, 1 << 20, 100, new long[0], counts);

    private void receive(int connection, boolean duplicate) {
        inbox.received(
                connection,
                new MqttMessage(
                        "site/a",
                        "reading".getBytes(StandardCharsets.UTF_8),
                        1,
                        false,
                        duplicate,
                        null,
                        List.of(),
                        acknowledged::incrementAndGet));
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
}
