package dev.velella.diff.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.DiffPipe;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.junit.jupiter.api.Test;

/** A record without a timestamp, which stops an app of Kafka Streams by default, does not stop this one. */
class KnownTimestampsTest {
    private static ConsumerRecord<Object, Object> record(long timestamp) {
        return new ConsumerRecord<>(
                "graphs",
                0,
                0,
                timestamp,
                TimestampType.CREATE_TIME,
                0,
                0,
                "k",
                "v",
                new RecordHeaders(),
                Optional.empty());
    }

    @Test
    void aRecordWithoutATimestampCountsAsOf1970() throws Exception {
        Object name = DiffPipe.config().streamsProperties().get(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG);
        TimestampExtractor extractor = (TimestampExtractor)
                Class.forName(String.valueOf(name)).getConstructor().newInstance();
        assertThat(extractor.extract(record(-1), 5)).isZero();
        assertThat(extractor.extract(record(7), 5)).isEqualTo(7);
    }
}
