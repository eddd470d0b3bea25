package dev.velella.converter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.frame.JellyMode;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.record.JellyConfigs;
import dev.velella.record.partition.LookBackLimits;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JellyConverterConfigTest {
    @Test
    void defaultsAreThoseOfTheProtocol() {
        JellyConverterConfig config = new JellyConverterConfig(Map.of());
        assertThat(config.mode()).isEqualTo(JellyMode.AUTO);
        assertThat(JellyConfigs.INTERVAL_RECORDS.of(config)).isEqualTo(KeyFrameInterval.DEFAULT.records());
        assertThat(JellyConfigs.INTERVAL_MS.of(config)).isEqualTo(KeyFrameInterval.DEFAULT.ms());
        assertThat(config.encoderSettings().graphs().sizes()).isEqualTo(TableSizes.BIG);
        assertThat(config.encoderSettings().patches().sizes()).isEqualTo(TableSizes.BIG);
        assertThat(config.encoderSettings().order()).isEqualTo(StatementOrder.GIVEN);
        assertThat(config.inputFormat().accepted()).isFalse();
        assertThat(config.isEnvelopeOnMissingState()).isFalse();
        assertThat(config.streamLimits()).isEqualTo(StreamLimits.DEFAULT);
        assertThat(config.lookBackLimits()).isEqualTo(LookBackLimits.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({
        "jelly.mode, sometimes",
        "jelly.key.frame.interval.records, 0",
        "jelly.key.frame.interval.ms, 0",
        "jelly.preset, medium",
        "jelly.physical.type, graphs",
        "jelly.rdf.star, maybe",
        "jelly.statement.order, sorted",
        "jelly.on.missing.state, null",
        "rdf.input.format, csv",
        "limits.frame.bytes, 0",
        "limits.streams, 0",
        "limits.state.bytes, 0",
        "lookback.max.records, 0",
        "lookback.max.bytes, 1000",
        "lookback.timeout.ms, 0",
        "lookback.max.per.minute, 0"
    })
    void aWrongValueIsAnErrorThatNamesTheOption(String name, String value) {
        assertThatThrownBy(() -> new JellyConverterConfig(Map.of(name, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(name);
    }

    @Test
    void aLookBackThatCouldNotReadOneFrameIsRefusedByName() {
        assertThatThrownBy(() -> new JellyConverterConfig(Map.of("limits.frame.bytes", "300000000")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("lookback.max.bytes")
                .hasMessageContaining("limits.frame.bytes");
        new JellyConverterConfig(Map.of("limits.frame.bytes", "300000000", "lookback.max.bytes", "300000000"));
    }

    @Test
    void everyOptionIsDocumentedAndGrouped() {
        for (ConfigDef.ConfigKey key :
                JellyConverterConfig.definition().configKeys().values()) {
            assertThat(key.documentation).as(key.name).hasSizeGreaterThan(20);
            assertThat(key.group).as(key.name).isNotBlank();
        }
    }
}
