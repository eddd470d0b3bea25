package dev.velella.kit.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.DayOfWeek;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;

class OptionTest {
    private enum OnError {
        FAIL,
        DEAD_LETTER
    }

    private static final Option<OnError> ON_ERROR =
            Option.choice("on.error", OnError.FAIL).medium().label("On error").doc("What happens.");
    private static final Option<DayOfWeek> DAY = Option.choice(
                    "day", DayOfWeek.MONDAY, List.of(DayOfWeek.MONDAY, DayOfWeek.SUNDAY))
            .doc("A day.");
    private static final Option<Integer> LENGTH = Option.choice("word", "two", List.of("two", "three"))
            .as(String::length)
            .doc("A word.");
    private static final Option<Integer> PARTITIONS =
            Option.number("partitions").atLeast(1).doc("Partitions.");
    private static final Option<String> TOPIC = Option.text("topic").required().doc("A topic.");
    private static final Option<List<String>> PATHS = Option.list("paths").doc("Paths.");

    @Test
    void aChoiceIsTakenInAnyCaseAndReadAsItsConstant() {
        for (String written : List.of("dead-letter", "DEAD-LETTER", "Dead-Letter")) {
            assertThat(ON_ERROR.of(config(Map.of("on.error", written)))).isEqualTo(OnError.DEAD_LETTER);
        }
        assertThat(ON_ERROR.of(config(Map.of()))).isEqualTo(OnError.FAIL);
        assertThat(LENGTH.of(config(Map.of("word", "THREE")))).isEqualTo(5);
    }

    @Test
    void aWordThatIsNoChoiceIsRefusedWithAllChoices() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> config(Map.of("on.error", "ignore")))
                .withMessageContaining("on.error")
                .withMessageContaining("ignore")
                .withMessageContaining("must be one of: fail, dead-letter");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> config(Map.of("day", "tuesday")))
                .withMessageContaining("monday, sunday");
    }

    @Test
    void theDefinitionSaysWhatTheDeclarationSays() {
        ConfigDef.ConfigKey key = definition().configKeys().get("on.error");

        assertThat(key.defaultValue).isEqualTo("fail");
        assertThat(key.importance).isEqualTo(ConfigDef.Importance.MEDIUM);
        assertThat(key.displayName).isEqualTo("On error");
        assertThat(key.documentation).isEqualTo("What happens.");
        assertThat(key.group).isEqualTo("Group");
        assertThat(String.valueOf(key.validator)).isEqualTo("[fail, dead-letter]");
        assertThat(key.recommender.validValues("on.error", Map.of())).isEqualTo(List.of("fail", "dead-letter"));
        assertThat(definition().configKeys().get("partitions").importance).isEqualTo(ConfigDef.Importance.LOW);
        assertThat(definition().configKeys().get("partitions").displayName).isEqualTo("partitions");
    }

    @Test
    void anOptionWithoutADefaultMayBeLeftOutAndIsCheckedWhereItIsGiven() {
        assertThat(PARTITIONS.orNull(config(Map.of()))).isNull();
        assertThat(PARTITIONS.of(config(Map.of("partitions", "3")))).isEqualTo(3);
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> PARTITIONS.of(config(Map.of())))
                .withMessageContaining("partitions");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> config(Map.of("partitions", "0")))
                .withMessageContaining("at least 1");
    }

    @Test
    void aRequiredOptionIsMissed() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new AbstractConfig(definition(), Map.of(), false))
                .withMessageContaining("topic");
    }

    @Test
    void theValueAmongParsedValuesIsNullWhereItIsWrong() {
        Map<String, Object> parsed = new HashMap<>();
        for (ConfigValue value : definition().validate(Map.of("on.error", "ignore", "paths", "a, b"))) {
            parsed.put(value.name(), value.value());
        }

        assertThat(ON_ERROR.in(parsed)).isNull();
        assertThat(PATHS.in(parsed)).containsExactly("a", "b");
        assertThat(DAY.in(parsed)).isEqualTo(DayOfWeek.MONDAY);
    }

    @Test
    void aGroupIsShownWhereAnotherOptionHasItsValueInAnyCase() {
        ConfigDef def = new ConfigDef();
        new OptionGroup(def, "MQTT", Map.of("source.type", List.of("mqtt"))).add(PARTITIONS);
        ConfigDef.Recommender recommender = def.configKeys().get("partitions").recommender;

        assertThat(recommender.visible("partitions", Map.of("source.type", "mqtt")))
                .isTrue();
        assertThat(recommender.visible("partitions", Map.of("source.type", "MQTT")))
                .isTrue();
        assertThat(recommender.visible("partitions", Map.of("source.type", "file")))
                .isFalse();
    }

    private static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        new OptionGroup(def, "Group").add(ON_ERROR, DAY, LENGTH, PARTITIONS, TOPIC, PATHS);
        return def;
    }

    private static AbstractConfig config(Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(properties);
        all.put("topic", "graphs");
        return new AbstractConfig(definition(), all, false);
    }
}
