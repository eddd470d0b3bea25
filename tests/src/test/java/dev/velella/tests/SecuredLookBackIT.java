package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.DecoderStreams;
import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.LookBack;
import dev.velella.record.LookBackOutcome;
import dev.velella.record.LookBackResult;
import dev.velella.record.RecordDecoder;
import dev.velella.record.partition.LookBackLimits;
import dev.velella.tests.security.SecuredBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Look-back through a listener with SASL over TLS, with no more than the client's own configuration and rights. */
class SecuredLookBackIT {
    private static final LookBackLimits LIMITS = new LookBackLimits(1000, 1 << 20, 180_000, 100);

    private static SecuredBroker broker;

    @BeforeAll
    static void startBroker(@TempDir Path directory) throws Exception {
        broker = new SecuredBroker(directory);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
            Topics.create(admin, List.of(new NewTopic("open", 3, (short) 1), new NewTopic("closed", 1, (short) 1)));
        }
        broker.allow(ResourceType.TOPIC, "open", AclOperation.READ);
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    @Test
    void theConfigurationAndTheRightsOfTheConsumerSuffice() throws Exception {
        Map<String, Object> client = broker.client(SecuredBroker.PASSWORD);
        try (KafkaProducer<String, byte[]> producer = StreamWriter.producer(broker.bootstrapServers());
                KafkaConsumer<String, byte[]> consumer =
                        new KafkaConsumer<>(client, new StringDeserializer(), new ByteArrayDeserializer());
                LookBack lookBack = new LookBack(client, LIMITS)) {
            RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, lookBack);
            for (int partition = 0; partition < 3; partition++) {
                TopicPartition place = new TopicPartition("open", partition);
                StreamWriter writer = new StreamWriter(producer, "open", partition, 50);
                for (int i = 0; i < 120; i++) {
                    writer.send(i);
                }
                consumer.assign(List.of(place));
                consumer.seek(place, 77);
                Map<Long, RdfPatch> read = new TreeMap<>();
                while (consumer.position(place) < 120) {
                    for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                        FrameResult result = decoder.decode(record);
                        assertThat(result).extracting("element").isInstanceOf(RdfPatch.class);
                        read.put(record.offset(), (RdfPatch) ((FrameResult.Decoded) result).element());
                    }
                }
                assertThat(read).isEqualTo(new TreeMap<>(writer.written()).tailMap(77L));
            }
            assertThat(lookBack.counts().of(LookBackOutcome.RESTORED)).isEqualTo(3);
        }
    }

    @Test
    void aTopicThatMayNotBeReadIsAFailureThatSaysSo() {
        assertThat(failure("closed", SecuredBroker.PASSWORD)).contains("TopicAuthorizationException");
    }

    @Test
    void aWrongPasswordIsAFailureThatSaysSoAndDoesNotShowIt() {
        assertThat(failure("open", "wrong-pass-phrase"))
                .contains("SaslAuthenticationException")
                .doesNotContain("wrong-pass-phrase");
    }

    private static String failure(String topic, String password) {
        try (LookBack lookBack = new LookBack(broker.client(password), LIMITS)) {
            LookBackResult result = lookBack.lookBack(
                    new DecoderStreams(Limits.DEFAULT, StreamLimits.DEFAULT),
                    topic,
                    0,
                    50,
                    new JellyHeader(ElementKind.PATCH, 1, 1, 9, 1));
            assertThat(result.outcome()).isEqualTo(LookBackOutcome.FAILED);
            return result.message();
        }
    }
}
