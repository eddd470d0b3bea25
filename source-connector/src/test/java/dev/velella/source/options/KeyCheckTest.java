package dev.velella.source.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class KeyCheckTest {
    private static RecordMetadata record(int keyBytes) {
        return new RecordMetadata(new TopicPartition("graphs", 0), 7, 0, 0, keyBytes, 100);
    }

    @Test
    void aKeyThatIsLongerThanItsTextEndsTheTask() {
        KeyCheck check = new KeyCheck(true);
        assertThat(check.failure()).isNull();
        check.acknowledged("a", null); // the worker has left the record out
        check.acknowledged("ibs_1", record(7)); // with quotation marks, as JsonConverter writes it
        assertThat(check.failure())
                .contains("of 'ibs_1', 5 bytes, it made 7 bytes in record graphs-0@7")
                .contains("set key.converter=org.apache.kafka.connect.storage.StringConverter");
    }

    @Test
    void aKeyThatIsItsTextIsFine() {
        KeyCheck check = new KeyCheck(true);
        check.acknowledged("\u00fc", record(2));
        check.acknowledged("a", record(3)); // the first record says it for all
        assertThat(check.failure()).isNull();
    }

    @Test
    void nothingIsCheckedWhereTheOptionsSayWhichConverterItIs() {
        KeyCheck check = new KeyCheck(false);
        check.acknowledged("a", record(3));
        assertThat(check.failure()).isNull();
    }
}
