package dev.velella.letter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What of a record fits into its dead letter. */
class LetterRoomTest {
    private static final LetterRoom ROOM = new LetterRoom(10_512);

    @Test
    void whatFitsIsKeptWhole() {
        LetterRoom.Fit fit = ROOM.fit(4_000, new int[] {3_000, 1_000}, 1_500, 500);
        assertThat(fit.keyBytes()).isEqualTo(4_000);
        assertThat(fit.headers()).containsExactly(true, true);
        assertThat(fit.valueBytes()).isEqualTo(1_500);
    }

    @Test
    void aLongValueIsCutAndKeyAndHeadersStay() {
        LetterRoom.Fit fit = ROOM.fit(100, new int[] {100, 100}, 1_000_000, 0);
        assertThat(fit.keyBytes()).isEqualTo(100);
        assertThat(fit.headers()).containsExactly(true, true);
        assertThat(fit.valueBytes()).isEqualTo(10_000 - 300);
    }

    @Test
    void neitherKeyNorHeadersLeaveNothingToTheValue() {
        LetterRoom.Fit fit = ROOM.fit(1_000_000, new int[] {1_000_000, 200, 2_400, 20}, 1_000_000, 0);
        assertThat(fit.keyBytes()).isEqualTo(2_500);
        assertThat(fit.headers()).containsExactly(false, true, false, true);
        assertThat(fit.valueBytes()).isEqualTo(10_000 - 2_500 - 220);
    }

    @Test
    void aRoomThatIsTooSmallIsNotNegative() {
        LetterRoom.Fit fit = new LetterRoom(100).fit(50, new int[] {50}, 50, 1_000);
        assertThat(fit.keyBytes()).isZero();
        assertThat(fit.headers()).containsExactly(false);
        assertThat(fit.valueBytes()).isZero();
    }

    @Test
    void theFirstOptionThatIsGivenCounts() {
        Map<String, String> options = Map.of("b", " 2000 ", "c", "3000", "d", "no number");
        assertThat(LetterRoom.of(options, "a", "b", "c").maxBytes()).isEqualTo(2000);
        assertThat(LetterRoom.of(options, "a").maxBytes()).isEqualTo(1 << 20);
        assertThat(LetterRoom.of(options, "d").maxBytes()).isEqualTo(1 << 20);
    }

    /** The producer also refuses a record that is larger than its memory. */
    @Test
    void theProducersMemoryIsALimitToo() {
        Map<String, String> options = Map.of("p.max.request.size", "100000000");
        assertThat(LetterRoom.of(options, "p.max.request.size").maxBytes()).isEqualTo(32 << 20);
        Map<String, String> more = Map.of("p.max.request.size", "100000000", "p.buffer.memory", "90000000");
        assertThat(LetterRoom.of(more, "p.max.request.size", "max.request.size").maxBytes())
                .isEqualTo(90_000_000);
        Map<String, String> less = Map.of("buffer.memory", "1000");
        assertThat(LetterRoom.of(less, "p.max.request.size", "max.request.size").maxBytes())
                .isEqualTo(1000);
    }
}
