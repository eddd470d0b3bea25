package dev.velella.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatchPositionTest {
    @Test
    void readsWhatItWrites() {
        PatchPosition position = new PatchPosition(17, 0x00c4d2f1a09be377L, false);
        assertThat(position.format()).isEqualTo("17.h00c4d2f1a09be377");
        assertThat(PatchPosition.parse(position.format())).isEqualTo(position);
        PatchPosition snapshot = new PatchPosition(1, -1, true);
        assertThat(snapshot.format()).isEqualTo("1.hffffffffffffffff.s");
        assertThat(PatchPosition.parse(snapshot.format())).isEqualTo(snapshot);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "0.h0000000000000000",
                "-1.h0000000000000000",
                "1.0000000000000000",
                "1.h000000000000000",
                "1.H0000000000000000",
                "1.h0000000000000000.x",
                "99999999999999999999.h0000000000000000",
                "9999999999999999999.h0000000000000000"
            })
    void refusesEveryOtherForm(String text) {
        assertThatThrownBy(() -> PatchPosition.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }
}
