package dev.velella.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.frame.EncoderSettings;
import dev.velella.frame.JellyMode;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.record.partition.LookBackLimits;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JellyConfigsTest {
    private static AbstractConfig config(Map<String, ?> properties) {
        return new AbstractConfig(JellyConfigs.defineLookBack(JellyConfigs.define(new ConfigDef())), properties, false);
    }

    @Test
    void withoutOptionsTheDefaultsOfTheProtocolHold() {
        AbstractConfig config = config(Map.of());
        EncoderSettings settings = JellyConfigs.encoderSettings(config);
        assertThat(JellyConfigs.mode(config)).isEqualTo(JellyMode.AUTO);
        assertThat(JellyConfigs.INTERVAL_RECORDS.of(config)).isEqualTo(KeyFrameInterval.DEFAULT.records());
        assertThat(JellyConfigs.INTERVAL_MS.of(config)).isEqualTo(KeyFrameInterval.DEFAULT.ms());
        assertThat(settings.graphs().sizes()).isEqualTo(TableSizes.BIG);
        assertThat(settings.patches().sizes()).isEqualTo(TableSizes.BIG);
        assertThat(settings.limits()).isEqualTo(Limits.DEFAULT);
        assertThat(JellyConfigs.streamLimits(config)).isEqualTo(StreamLimits.DEFAULT);
        assertThat(JellyConfigs.lookBackLimits(config)).isEqualTo(LookBackLimits.DEFAULT);
    }

    @Test
    void everyOptionReachesItsSetting() {
        AbstractConfig config = config(Map.ofEntries(
                Map.entry("jelly.mode", "Self-Contained"),
                Map.entry("jelly.key.frame.interval.records", "7"),
                Map.entry("jelly.key.frame.interval.ms", "8000"),
                Map.entry("jelly.preset", "small"),
                Map.entry("jelly.physical.type", "triples"),
                Map.entry("jelly.rdf.star", "true"),
                Map.entry("jelly.statement.order", "dense"),
                Map.entry("limits.frame.bytes", "1000"),
                Map.entry("limits.frame.rows", "1001"),
                Map.entry("limits.streams", "11"),
                Map.entry("limits.state.bytes", "12"),
                Map.entry("lookback.max.records", "13"),
                Map.entry("lookback.max.bytes", "14"),
                Map.entry("lookback.timeout.ms", "15"),
                Map.entry("lookback.max.per.minute", "16")));
        EncoderSettings settings = JellyConfigs.encoderSettings(config);
        assertThat(JellyConfigs.mode(config)).isEqualTo(JellyMode.SELF_CONTAINED);
        assertThat(JellyConfigs.INTERVAL_RECORDS.of(config)).isEqualTo(7);
        assertThat(JellyConfigs.INTERVAL_MS.of(config)).isEqualTo(8000);
        assertThat(settings.graphs().sizes()).isEqualTo(TableSizes.SMALL);
        assertThat(settings.patches().sizes()).isEqualTo(TableSizes.SMALL);
        assertThat(settings.graphs().physicalType()).isEqualTo(PhysicalType.TRIPLES);
        assertThat(settings.graphs().rdfStar()).isTrue();
        assertThat(settings.patches().rdfStar()).isTrue();
        assertThat(settings.order()).isEqualTo(StatementOrder.DENSE);
        assertThat(settings.limits().maxFrameBytes()).isEqualTo(1000);
        assertThat(settings.limits().maxRows()).isEqualTo(1001);
        assertThat(JellyConfigs.streamLimits(config)).isEqualTo(new StreamLimits(11, 12));
        assertThat(JellyConfigs.lookBackLimits(config)).isEqualTo(new LookBackLimits(13, 14, 15, 16));
    }

    @ParameterizedTest
    @CsvSource({
        "jelly.mode, sometimes",
        "jelly.key.frame.interval.records, 0",
        "jelly.key.frame.interval.ms, 0",
        "jelly.preset, huge",
        "jelly.physical.type, graphs",
        "jelly.statement.order, random",
        "limits.streams, 0",
        "lookback.timeout.ms, 0"
    })
    void aWrongValueIsAnErrorThatNamesTheOption(String name, String value) {
        assertThatThrownBy(() -> config(Map.of(name, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(name);
    }
}
