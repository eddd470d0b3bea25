package dev.velella.diff.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.diff.DiffPipe;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.element.RefusedElementException;
import dev.velella.letter.RefusalReason;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LiftedRecordsTest {
    /** Fails as it is told. */
    public static final class FailingConverter implements Converter {
        private static RuntimeException failure;
        private static int closed;

        @Override
        public void configure(Map<String, ?> options, boolean isKey) {}

        @Override
        public byte[] fromConnectData(String topic, Schema schema, Object value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SchemaAndValue toConnectData(String topic, byte[] value) {
            throw failure;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    /** Clients of registries have an exception of this name. */
    private static final class RestClientException extends Exception {
        private static final long serialVersionUID = 1L;

        RestClientException(String message) {
            super(message);
        }
    }

    private static LiftedRecords records() {
        String[] options = {
            "velella.template", "<urn:s> <urn:p> \"{/v}\" .",
            "velella.input.value.converter", FailingConverter.class.getName(),
            "velella.on.error", "skip"
        };
        return new LiftedRecords(DiffPipe.config(options).settings().lift());
    }

    private static void read(RuntimeException failure) {
        FailingConverter.failure = failure;
        try (LiftedRecords records = records()) {
            records.read(
                    new Record<>(new byte[] {'k'}, new byte[] {1}, 0), new RecordPlace("graphs", 0, 7), DiffPipe.NOW);
        }
    }

    /** What happens outside of the record. */
    private enum Outside {
        NETWORK(() -> new DataException(
                "no data", new SerializationException("id 5", new ConnectException("Connection refused")))),
        TIMEOUT(() -> new DataException("no data", new TimeoutException("Connection refused"))),
        RETRIABLE(() -> new RetriableException("Connection refused")),
        ANSWER(() -> new DataException(
                "no data", new SerializationException("id 5", new RestClientException("Connection refused"))));

        private final Supplier<RuntimeException> failure;

        Outside(Supplier<RuntimeException> failure) {
            this.failure = failure;
        }
    }

    /** Whatever velella.on.error says: only a refusal asks for it. */
    @ParameterizedTest
    @EnumSource
    void aRecordIsNotRefusedWhereTheReasonIsOutsideOfIt(Outside reason) {
        assertThatThrownBy(() -> read(reason.failure.get()))
                .isInstanceOf(StreamsException.class)
                .hasMessageStartingWith("graphs-0@7: the value cannot be read by FailingConverter: ")
                .hasMessageContaining("Connection refused")
                .hasMessageContaining("leaves nothing out")
                .hasNoCause();
    }

    @Test
    void bytesThatAConverterDoesNotTakeAreRefusedWithAllCauses() {
        assertThatExceptionOfType(RefusedElementException.class)
                .isThrownBy(() -> read(new DataException(
                        "Converting byte[] to Kafka Connect data failed",
                        new SerializationException(new IOException("Unexpected character")))))
                .withMessage(
                        "the value cannot be read by FailingConverter: Converting byte[] to Kafka Connect data failed:"
                                + " java.io.IOException: Unexpected character")
                .satisfies(e -> assertThat(e.kind()).isEqualTo(RefusalReason.UNDECODABLE));
    }

    @Test
    void aWrongConfigurationOfAConverterStopsTheApp() {
        assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> read(new ConfigException("no such subject")));
    }

    @Test
    void convertersAreClosed() {
        int before = FailingConverter.closed;
        records().close();
        assertThat(FailingConverter.closed).isEqualTo(before + 2); // one was made to try the options
    }
}
