package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.topic.TopicQuery;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The topics of a sink are read as the sink reads them. */
class SinkMixinTest {
    private static TopicQuery query(Map<String, String> more) {
        Map<String, String> sink = new HashMap<>(Map.of("name", "sink", "kafka.bootstrap.servers", "localhost:1"));
        sink.putAll(more);
        return new SinkMixin().topics(sink).query("patches", Set.of(1));
    }

    @Test
    void theDictionariesAreThoseOfTheConnectorsConverter() {
        assertThat(query(Map.of()).dictionariesTopic()).isEqualTo("velella-dictionaries");
        assertThat(query(Map.of("value.converter.jelly.dictionaries.topic", "own"))
                        .dictionariesTopic())
                .isEqualTo("own");
    }

    @Test
    void recordsOfOpenTransactionsAreReadIfTheSinkReadsThem() {
        assertThat(query(Map.of()).access().consumerConfig()).containsEntry("isolation.level", "read_committed");
        assertThat(query(Map.of("consumer.override.isolation.level", "read_uncommitted"))
                        .access()
                        .consumerConfig())
                .containsEntry("isolation.level", "read_uncommitted");
    }
}
