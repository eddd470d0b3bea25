package dev.velella.source.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicTemplateTest {
    @ParameterizedTest
    @CsvSource({
        "graphs,site/a/temp,graphs",
        "{topic[1]},site/a/temp,site",
        "graphs.{topic[2]},site/a/temp,graphs.a",
        "{topic[1]}-{topic[-1]}_x,site/a/temp,site-temp_x",
        "a{topic[3]}{topic[3]},site/a/temp,atemptemp",
        "g{topic[2]},/a,ga",
    })
    void levelsTakeThePlaceOfTheirNumbers(String template, String topic, String name) {
        assertThat(new TopicTemplate(template).of(topic)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({
        "graphs.{topic[4]},site/a/temp,has no level 4",
        "graphs.{topic[-4]},site/a/temp,has no level -4",
        "graphs.{topic[2]},site//temp,has no level 2",
        "graphs.{topic[2]},site/a b/temp,gives no legal name of a Kafka topic",
        "graphs.{topic[2]},site/ä/temp,gives no legal name of a Kafka topic",
        "{topic[1]},../a,gives no legal name of a Kafka topic",
        "{topic[1]},__consumer_offsets/a,gives no legal name of a Kafka topic",
    })
    void aMessageWithoutATopicOfKafkaIsRefused(String template, String topic, String message) {
        assertThatThrownBy(() -> new TopicTemplate(template).of(topic))
                .isInstanceOfSatisfying(
                        PayloadException.class, e -> assertThat(e.kind()).isEqualTo(RefusalReason.TOPIC))
                .hasMessageContaining(message)
                .hasMessageContaining(template);
    }

    @Test
    void aNameIsNoLongerThanKafkaAllows() {
        TopicTemplate template = new TopicTemplate("a{topic[1]}");
        assertThat(template.of("b".repeat(248))).hasSize(249);
        assertThatThrownBy(() -> template.of("b".repeat(249))).hasMessageContaining("1 to 249");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a b", "{topic[0]}", "{topic}", "{topic[1]", "a{}", "{topic[100]}"})
    void whatNamesNoTopicIsRefused(String template) {
        assertThatThrownBy(() -> new TopicTemplate(template))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a topic name has");
    }
}
