package dev.velella.diff.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

class BrokerContactTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong clock = new AtomicLong(-7 * SECOND);
    private final AtomicBoolean answers = new AtomicBoolean(true);
    private final BrokerContact contact = new BrokerContact(answers::get, clock::get);

    @Test
    void brokersThatAnswerNothingAreAProblemUntilTheyAnswerAgain() throws Exception {
        for (int i = 0; i < 10; i++) {
            clock.addAndGet(5 * SECOND);
            contact.round();
            assertThat(contact.problem()).isNull();
        }
        answers.set(false);
        clock.addAndGet(19 * SECOND);
        contact.round();
        assertThat(contact.problem()).isNull();
        clock.addAndGet(SECOND);
        contact.round();
        assertThat(contact.problem()).isEqualTo("the brokers have not answered for 20 s");
        clock.addAndGet(64 * SECOND);
        assertThat(contact.problem()).isEqualTo("the brokers have not answered for 84 s");

        answers.set(true);
        contact.round();
        assertThat(contact.problem()).isNull();
    }

    /** A broker that never answered since the start is known after the same time. */
    @Test
    void theFirstAnswerIsWaitedForNoLonger() {
        assertThat(contact.problem()).isNull();
        clock.addAndGet(20 * SECOND);
        assertThat(contact.problem()).isNotNull();
    }

    @Test
    void aClientWithoutBrokersHasNoAnswer() throws Exception {
        Admin admin = Admin.create(Map.of("bootstrap.servers", "localhost:1"));
        try (BrokerContact.Question question = BrokerContact.ofTopics(admin, Map.of("t", 1), Set::of, 50)) {
            assertThat(question.ask()).isFalse();
        }
    }
}
