package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.source.mqtt.MqttSource;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.RecordStamps;
import dev.velella.tests.Topics;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages choose topics of a cluster that has topics already: of two names that it cannot have together the first is it. */
@Timeout(900)
class ChosenTopicsIT {
    @TempDir
    Path scratch;

    @Test
    void aTopicThatTheClusterCannotHaveBesideOneOfItsOwnIsTheFaultOfTheMessage() throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch, Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
            Topics.create(admin, "a.b", 1);
            RdfSourceConfig config = new RdfSourceConfig(
                    MqttSource.TYPE,
                    Map.of(
                            "source.type", "mqtt",
                            "mqtt.server.uri", "tcp://localhost:1",
                            "mqtt.client.id", "gateway",
                            "mqtt.topics", "site/#",
                            "topic", "{topic[2]}",
                            "kafka.bootstrap.servers", broker.bootstrapServers(),
                            "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                            "value.converter", "dev.velella.converter.JellyConverter"));
            try (RecordStamps stamps = RecordStamps.open(config, System::nanoTime)) {
                assertThatThrownBy(() -> stamps.next("a_b", "k"))
                        .isInstanceOfSatisfying(PayloadException.class, refused -> assertThat(refused.kind())
                                .isEqualTo(RefusalReason.TOPIC))
                        .hasMessageContaining("collides with existing topic");
                assertThat(stamps.next("a.b", "k"))
                        .as("the topic that is there")
                        .isPresent();
                assertThat(stamps.next("a-b", "k"))
                        .as("one that could be there, and is not made by asking")
                        .isEmpty();
            }
            assertThat(admin.listTopics().names().get()).containsExactly("a.b");
        }
    }
}
