package dev.velella.source.mqtt.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MqttFiltersTest {
    @ParameterizedTest
    @CsvSource({
        "site/#,site/+/w,true",
        "site/#,site,true",
        "#,a/b,true",
        "a/+/x,a/b/+,true",
        "+/b,a/+,true",
        "a,a,true",
        "a/b,a/+,true",
        "a//b,a/+/b,true",
        "a/+,a,false",
        "a/+,a/b/c,false",
        "a/+/x,a/+/y,false",
        "a,A,false",
        "a/,a,false",
        "#,$SYS/x,false",
        "+/x,$SYS/x,false",
        "$SYS/#,$SYS/x,true"
    })
    void filtersOverlapWhereOneTopicMatchesBoth(String filter, String other, boolean overlap) {
        assertThat(MqttOptions.overlap(filter, other)).isEqualTo(overlap);
        assertThat(MqttOptions.overlap(other, filter)).isEqualTo(overlap);
    }
}
