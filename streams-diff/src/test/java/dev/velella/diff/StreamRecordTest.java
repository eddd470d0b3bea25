package dev.velella.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Set;
import org.junit.jupiter.api.Test;

class StreamRecordTest {
    private static final byte[] FRAME = {10, 20, 30};
    private static final StreamState STATE = new StreamState(17, 0x8123456789ABCDEFL, -5, Set.of());

    @Test
    void readsWhatItWrote() {
        byte[] record = StreamRecord.write(STATE, FRAME);
        assertThat(record).hasSize(1 + 3 * 8 + 3).startsWith(1);
        assertThat(StreamRecord.number(record)).isEqualTo(17);
        assertThat(StreamRecord.hash(record)).isEqualTo(0x8123456789ABCDEFL);
        assertThat(StreamRecord.lastTime(record)).isEqualTo(-5);
        assertThat(StreamRecord.frame(record)).isEqualTo(FRAME);
    }

    @Test
    void changesTheTimeInACopy() {
        byte[] record = StreamRecord.write(STATE, FRAME);
        byte[] later = StreamRecord.withTime(record, 99);
        assertThat(later).isEqualTo(StreamRecord.write(STATE.at(99), FRAME));
        assertThat(StreamRecord.lastTime(record)).isEqualTo(-5);
    }

    @Test
    void refusesAnotherFormat() {
        byte[] record = StreamRecord.write(STATE, FRAME);
        record[0] = 2;
        assertThatIllegalStateException()
                .isThrownBy(() -> StreamRecord.number(record))
                .withMessageContaining("format 2");
        assertThatIllegalStateException().isThrownBy(() -> StreamRecord.frame(new byte[0]));
        assertThatIllegalStateException().isThrownBy(() -> StreamRecord.frame(new byte[] {1, 2}));
    }
}
