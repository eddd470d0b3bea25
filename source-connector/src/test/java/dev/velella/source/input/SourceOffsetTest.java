package dev.velella.source.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

class SourceOffsetTest {
    @Test
    void comesBackFromItsMap() {
        SourceOffset offset = new SourceOffset(7, true);
        assertThat(SourceOffset.fromMap(offset.toMap())).isEqualTo(offset);
        assertThat(offset.toMap()).isEqualTo(Map.of("elements", 7L, "complete", true));
    }

    @Test
    void isTheStartWhereNothingIsStored() {
        assertThat(SourceOffset.fromMap(null)).isEqualTo(new SourceOffset(0, false));
    }

    @Test
    void mayBeWrittenByHand() {
        assertThat(SourceOffset.fromMap(Map.of("elements", 3))).isEqualTo(new SourceOffset(3, false));
    }

    @Test
    void otherMapsAreRefused() {
        for (Map<String, ?> map : List.<Map<String, ?>>of(
                Map.of(),
                Map.of("elements", -1),
                Map.of("elements", "3"),
                Map.of("elements", 1.5),
                Map.of("elements", 3, "complete", "yes"),
                Map.of("elements", 3, "position", 4))) {
            assertThatThrownBy(() -> SourceOffset.fromMap(map))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("not an offset of this connector");
        }
    }
}
