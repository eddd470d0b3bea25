package dev.velella.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionStampTest {
    @Property
    void whatIsWrittenIsReadAgainWithAndWithoutQuotes(
            @ForAll @IntRange int partition,
            @ForAll @LongRange(max = 999_999_999_999_999_999L) long ordinal,
            @ForAll @LongRange(max = 99) long losses) {
        PartitionStamp stamp = new PartitionStamp(partition, ordinal, losses);

        assertThat(PartitionStamp.parse(stamp.toBytes())).isEqualTo(stamp);
        assertThat(PartitionStamp.parse(('"' + stamp.format() + '"').getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(stamp);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"",
                "\"\"",
                "p",
                "p1",
                "p1.",
                "p.1",
                "1.1",
                "p1.1.",
                "p1.1.x",
                "p1.1.1.1",
                "p-1.1",
                "p1.-1",
                "p+1.1",
                "p1.1:",
                "p1./",
                "p2147483648.1",
                "p9999999999.1",
                "p1.1000000000000000000",
                "p1.1 ",
                "\"p1.1",
                "p1.1\""
            })
    void anythingElseIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartitionStamp.parse(text.getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining(PartitionStamp.HEADER);
    }

    @Test
    void recordsAreCountedForEachTopicAndPartition() {
        PartitionStamps stamps = new PartitionStamps();

        assertThat(stamps.next("t", 0)).isEqualTo(new PartitionStamp(0, 0, 0));
        assertThat(stamps.next("t", 1)).isEqualTo(new PartitionStamp(1, 0, 0));
        assertThat(stamps.next("t", 0)).isEqualTo(new PartitionStamp(0, 1, 0));
        assertThat(stamps.next("u", 0)).isEqualTo(new PartitionStamp(0, 0, 0));
    }

    @Test
    void lossesAreCountedForEveryPartitionThatHadRecords() {
        PartitionStamps stamps = new PartitionStamps();
        stamps.next("t", 0);
        stamps.next("t", 1);

        stamps.recordsLost();

        assertThat(stamps.next("t", 0)).isEqualTo(new PartitionStamp(0, 1, 1));
        assertThat(stamps.next("t", 0)).isEqualTo(new PartitionStamp(0, 2, 1));
        assertThat(stamps.next("t", 1)).isEqualTo(new PartitionStamp(1, 1, 1));
        assertThat(stamps.next("t", 2)).isEqualTo(new PartitionStamp(2, 0, 0));
    }
}
