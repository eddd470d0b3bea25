package dev.velella.kit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ClusterAccessTest {
    private static final String SECRET = "tell-nobody";

    @Test
    void withoutServersThereIsNoAccess() {
        assertThat(ClusterAccess.of(Map.of("topic", "graphs"))).isEmpty();
        assertThat(ClusterAccess.of(Map.of("kafka.bootstrap.servers", " "))).isEmpty();
        assertThat(ClusterOptions.clientProperties(Map.of("kafka.security.protocol", "SSL")))
                .isEmpty();
    }

    @Test
    void clientPropertiesAreThoseWithThePrefixWithoutIt() {
        assertThat(ClusterOptions.clientProperties(
                        Map.of("kafka.bootstrap.servers", "b:1", "kafka.security.protocol", "SSL", "topic", "graphs")))
                .isEqualTo(Map.of("bootstrap.servers", "b:1", "security.protocol", "SSL"));
    }

    @Test
    void otherClientPropertiesNeedServersAndAreNamedWithoutTheirValues() {
        assertThat(ClusterOptions.problem(Map.of("kafka.sasl.jaas.config", SECRET, "topic", "graphs")))
                .hasValueSatisfying(problem -> assertThat(problem).isEqualTo("is needed with kafka.sasl.jaas.config"));
        assertThat(ClusterOptions.problem(Map.of("topic", "graphs"))).isEmpty();
        assertThat(ClusterOptions.problem(Map.of("kafka.bootstrap.servers", "b:1", "kafka.retries", "1")))
                .isEmpty();
    }

    /** The client by itself would wait for days. */
    @Test
    @Timeout(300)
    void aClusterThatDoesNotAnswerIsAnErrorInTimeThatNamesTheOption() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            String servers = "localhost:" + silent.getLocalPort();
            try (ClusterAccess access = ClusterAccess.of(Map.of(
                            "kafka.bootstrap.servers",
                            servers,
                            "kafka.default.api.timeout.ms",
                            Integer.MAX_VALUE,
                            "kafka.request.timeout.ms",
                            Integer.MAX_VALUE))
                    .orElseThrow()) {
                assertThatThrownBy(() -> access.describe("graphs", Duration.ofMillis(300)))
                        .isInstanceOf(ClusterAccessException.class)
                        .hasMessageContaining("no answer from the cluster at kafka.bootstrap.servers=" + servers)
                        .hasMessageContaining("kafka.security.protocol");
            }
        }
    }

    @Test
    void optionsThatMakeNoClientAreAnErrorWithoutSecrets() {
        assertThatThrownBy(() -> ClusterAccess.of(Map.of(
                        "kafka.bootstrap.servers",
                        "localhost:1",
                        "kafka.security.protocol",
                        "SASL_PLAINTEXT",
                        "kafka.sasl.mechanism",
                        "PLAIN",
                        "kafka.sasl.jaas.config",
                        "org.apache.kafka.common.security.plain.PlainLoginModule username=\"u\" password=\"" + SECRET
                                + "\";")))
                .isInstanceOf(ClusterAccessException.class)
                .hasMessageStartingWith("no client can be made of kafka.*: ")
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void aTopicIsCompactedWhateverElseItsPolicySays() {
        assertThat(facts(Set.of("compact", "delete")).isCompacted()).isTrue();
        assertThat(facts(Set.of("delete")).isCompacted()).isFalse();
        assertThat(facts(Set.of()).isCompacted()).isFalse();
    }

    private static TopicFacts facts(Set<String> policies) {
        return new TopicFacts("graphs", 3, Uuid.randomUuid(), policies);
    }
}
