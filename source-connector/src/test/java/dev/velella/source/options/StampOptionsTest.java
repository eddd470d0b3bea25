package dev.velella.source.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.kit.cluster.TopicFacts;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StampOptionsTest {
    private static final String JELLY = "dev.velella.converter.JellyConverter";

    /** An option that is in the way of stateful records, of Connect or of the producer. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "errors.tolerance|all|set it to none",
                "errors.tolerance|ALL|set it to none",
                "key.converter|com.example.OtherConverter|use org.apache.kafka.connect.storage.StringConverter",
                "producer.override.partitioner.class|org.apache.kafka.clients.producer.RoundRobinPartitioner|remove it",
                "producer.override.partitioner.ignore.keys|true|remove it",
            })
    void whatIsInTheWayIsAnErrorForStatefulAndSelfContainedForAuto(String option, String value, String message) {
        Map<String, String> options = with("topic.partitions", "3", option, value);
        StampOptions auto = StampOptions.of(options);
        assertThat(auto.problems()).isEmpty();
        assertThat(auto.isHindered()).isTrue();
        assertThat(auto.obstacles()).startsWith(option + " is ").contains(message);
        options.put("value.converter.jelly.mode", "Stateful");
        assertThat(StampOptions.of(options).problems()).containsOnlyKeys(option);
        assertThat(StampOptions.of(options).problems().get(option))
                .contains(message)
                .endsWith("or leave value.converter.jelly.mode out");
        options.put("value.converter.jelly.mode", "self-contained");
        assertThat(StampOptions.of(options).isWanted()).isFalse();
        assertThat(StampOptions.of(options).problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "errors.tolerance|none",
                "key.converter|org.apache.kafka.connect.storage.StringConverter",
                "key.converter|StringConverter",
                "header.converter|org.apache.kafka.connect.json.JsonConverter",
                "header.converter|org.apache.kafka.connect.storage.SimpleHeaderConverter",
                "producer.override.partitioner.ignore.keys|false",
                "value.converter|JellyConverter",
                "value.converter|dev.velella.converter.MeteredJellyConverter",
                "transforms|route",
            })
    void otherValuesAreNotInTheWay(String option, String value) {
        StampOptions options =
                StampOptions.of(with("topic.partitions", "3", "value.converter.jelly.mode", "stateful", option, value));
        assertThat(options.problems()).isEmpty();
        assertThat(options.isWanted()).isTrue();
        assertThat(options.isHindered()).isFalse();
    }

    /** A record that builds on a dictionary needs no other, so none is missed. */
    @Test
    void toleratedErrorsAreNotInTheWayOfRecordsThatBuildOnDictionaries() {
        StampOptions options = StampOptions.of(
                with("topic.partitions", "3", "value.converter.jelly.mode", "dictionary", "errors.tolerance", "all"));
        assertThat(options.problems()).isEmpty();
        assertThat(options.isWanted()).isTrue();
        assertThat(options.isHindered()).isFalse();
        assertThat(StampOptions.of(with("value.converter.jelly.mode", "dictionary"))
                        .isHindered())
                .as("without knowledge of the partitions")
                .isTrue();
        assertThat(options.problems("graphs", facts(3, "compact"), 3)).isEmpty();
        assertThat(options.withoutStampsBecauseCompacted("graphs"))
                .isEqualTo("Records are not counted: topic graphs is compacted (cleanup.policy), and readers would take"
                        + " records that compaction removes for lost ones");
    }

    /** The converter reaches the cluster of the task, or one of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"kafka.bootstrap.servers", "value.converter.kafka.bootstrap.servers"})
    void autoBuildsOnDictionariesWhereTheConverterReachesACluster(String access) {
        Map<String, String> options = with("topic.partitions", "3", access, "b:1", "errors.tolerance", "all");
        StampOptions auto = StampOptions.of(options);
        assertThat(auto.isWanted()).isTrue();
        assertThat(auto.isHindered()).isFalse();
        assertThat(auto.withoutStamps()).startsWith("not counted");
        assertThat(auto.withoutStampsBecauseCompacted("graphs")).startsWith("Records are not counted");
        options.put("value.converter.jelly.mode", "Auto");
        assertThat(StampOptions.of(options).isHindered()).isFalse();
        options.remove(access);
        assertThat(StampOptions.of(options).isHindered()).isTrue();
        assertThat(StampOptions.of(options).withoutStamps()).startsWith("self-contained");
        assertThat(StampOptions.of(options).withoutStampsBecauseCompacted("graphs"))
                .startsWith("Records are self-contained");
        options.put(access, "b:1");
        options.put("value.converter.jelly.mode", "stateful");
        assertThat(StampOptions.of(options).problems()).containsOnlyKeys("errors.tolerance");
    }

    /** It may write key frames, and then records that are dropped would be missed. */
    @Test
    void theWorkersOwnConverterGetsNoStampsWhereErrorsAreTolerated() {
        Map<String, String> options =
                new HashMap<>(Map.of("topic.partitions", "3", "kafka.bootstrap.servers", "b:1", "transforms", "a"));
        assertThat(StampOptions.of(options).isHindered()).isFalse();
        options.put("errors.tolerance", "all");
        assertThat(StampOptions.of(options).isHindered()).isTrue();
    }

    @Test
    void statefulNeedsToKnowThePartitions() {
        assertThat(StampOptions.of(with("value.converter.jelly.mode", "stateful"))
                        .problems())
                .containsOnlyKeys("kafka.bootstrap.servers")
                .hasEntrySatisfying("kafka.bootstrap.servers", message -> assertThat(message)
                        .contains("topic.partitions")
                        .contains("set one of the two"));
        StampOptions auto = StampOptions.of(with());
        assertThat(auto.problems()).isEmpty();
        assertThat(auto.obstacles()).contains("kafka.bootstrap.servers is not set", "topic.partitions");
    }

    @Test
    void anotherConverterGetsNoStamps() {
        StampOptions json = StampOptions.of(with(
                "value.converter", "com.example.OtherConverter",
                "value.converter.jelly.mode", "stateful",
                "errors.tolerance", "all"));
        assertThat(json.isWanted()).isFalse();
        assertThat(json.problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "value.converter|org.apache.kafka.connect.json.JsonConverter|dev.velella.converter.JellyConverter",
                "value.converter|JsonConverter|dev.velella.converter.JellyConverter",
                "value.converter|Json|dev.velella.converter.JellyConverter",
                "value.converter|org.apache.kafka.connect.storage.StringConverter|dev.velella.converter.JellyConverter",
                "value.converter|org.apache.kafka.connect.converters.LongConverter|dev.velella.converter.JellyConverter",
                "key.converter|org.apache.kafka.connect.json.JsonConverter|org.apache.kafka.connect.storage.StringConverter",
                "key.converter|org.apache.kafka.connect.converters.ByteArrayConverter|org.apache.kafka.connect.storage.StringConverter",
                "header.converter|org.apache.kafka.connect.converters.ByteArrayConverter|org.apache.kafka.connect.storage.StringConverter",
            })
    void aConverterThatCannotDoItIsRefusedWithTheOneThatCan(String option, String value, String right) {
        for (String mode : new String[] {"auto", "stateful", "self-contained"}) {
            Map<String, String> problems = StampOptions.of(
                            with("topic.partitions", "3", "value.converter.jelly.mode", mode, option, value))
                    .problems();
            assertThat(problems).containsOnlyKeys(option);
            assertThat(problems.get(option)).contains("does not ").endsWith("; set " + option + "=" + right);
        }
    }

    @Test
    void theWorkersOwnConverterMustBeJellyUnlessATransformMayReadRecords() {
        Map<String, String> none = new HashMap<>();
        assertThat(StampOptions.of(none).refusalOfOtherConverters())
                .hasValueSatisfying(message -> assertThat(message).contains("set value.converter=" + JELLY));
        assertThat(StampOptions.of(with()).refusalOfOtherConverters()).isEmpty();
        assertThat(StampOptions.of(Map.of("transforms", "a")).refusalOfOtherConverters())
                .isEmpty();
        assertThat(StampOptions.of(Map.of("errors.tolerance", "all")).refusalOfOtherConverters())
                .as("records would be dropped for it")
                .isEmpty();
    }

    @Test
    void clientPropertiesNeedServers() {
        assertThat(StampOptions.of(with("kafka.security.protocol", "SSL")).problems())
                .containsExactly(Map.entry("kafka.bootstrap.servers", "is needed with kafka.security.protocol"));
    }

    @Test
    void aCompactedTopicIsRefusedByNameForStatefulOnly() {
        assertThat(problems("stateful", facts(3, "compact", "delete"), null))
                .containsOnlyKeys("topic")
                .hasEntrySatisfying("topic", message -> assertThat(message)
                        .startsWith("topic graphs is compacted")
                        .contains("set its cleanup.policy to delete"));
        assertThat(problems("auto", facts(3, "compact"), null)).isEmpty();
        assertThat(problems("stateful", facts(3, "delete"), null)).isEmpty();
    }

    @Test
    void aTopicThatDoesNotExistIsRefusedForStatefulOnly() {
        assertThat(problems("stateful", null, null))
                .containsOnlyKeys("topic")
                .hasEntrySatisfying("topic", message -> assertThat(message).startsWith("topic graphs does not exist"));
        assertThat(problems("auto", null, 3)).isEmpty();
    }

    @Test
    void twoNumbersOfPartitionsThatDifferAreAnErrorThatNamesBoth() {
        assertThat(problems("auto", facts(4, "delete"), 3))
                .containsOnlyKeys("topic.partitions")
                .hasEntrySatisfying("topic.partitions", message -> assertThat(message)
                        .contains("topic.partitions is 3", "kafka.bootstrap.servers topic graphs has 4 partitions"));
        assertThat(problems("auto", facts(3, "delete"), 3)).isEmpty();
    }

    private static Map<String, String> problems(String mode, TopicFacts facts, Integer partitions) {
        return StampOptions.of(with("kafka.bootstrap.servers", "b:1", "value.converter.jelly.mode", mode))
                .problems("graphs", facts, partitions);
    }

    private static TopicFacts facts(int partitions, String... policies) {
        return new TopicFacts("graphs", partitions, Uuid.randomUuid(), Set.of(policies));
    }

    private static Map<String, String> with(String... options) {
        Map<String, String> all = new HashMap<>(Map.of("value.converter", JELLY));
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return all;
    }
}
