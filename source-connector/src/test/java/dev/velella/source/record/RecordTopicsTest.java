package dev.velella.source.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.source.payload.TopicTemplate;
import org.junit.jupiter.api.Test;

class RecordTopicsTest {
    private final RecordTopics topics = new RecordTopics(new TopicTemplate("{topic[2]}"), "dead");

    @Test
    void ofTwoNamesThatKafkaCannotHaveTogetherTheFirstIsIt() {
        topics.take(topics.of("site/a.b"));
        assertThat(topics.of("site/a.b")).isEqualTo("a.b");
        refused("site/a_b", "gives a_b, which Kafka cannot have beside a.b");
        assertThat(topics.of("site/a-b")).isEqualTo("a-b");
    }

    @Test
    void aNameThatWasNotTakenKeepsNoOtherOut() {
        topics.of("site/a.b");
        assertThat(topics.of("site/a_b")).isEqualTo("a_b");
    }

    @Test
    void noDeviceWritesDeadLetters() {
        refused("site/dead", "is the topic of the dead letters");
    }

    private void refused(String topic, String message) {
        assertThatThrownBy(() -> topics.of(topic))
                .isInstanceOfSatisfying(
                        PayloadException.class, e -> assertThat(e.kind()).isEqualTo(RefusalReason.TOPIC))
                .hasMessageContaining(message);
    }
}
