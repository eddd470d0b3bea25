package dev.velella.sink.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.ElementKind;
import dev.velella.record.PatchPosition;
import dev.velella.record.VelellaHeader;
import dev.velella.sink.error.PatchRefusedException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** The place of a patch in its stream, where Velella's converter has not spelled it as text. */
class InputRecordTest {
    private static final PatchPosition POSITION = new PatchPosition(17, 0x00c4d2f1a09be377L, false);
    private static final VelellaHeader HEADER = new VelellaHeader(ElementKind.PATCH, null, null, null, POSITION);

    private static InputRecord record(Object header) {
        ConnectHeaders headers = new ConnectHeaders();
        headers.add("velella", header, null);
        return InputRecord.of(new SinkRecord(
                "patches",
                0,
                Schema.STRING_SCHEMA,
                "k",
                null,
                new byte[0],
                5,
                1_000L,
                TimestampType.CREATE_TIME,
                headers));
    }

    @Test
    void isReadFromTheBinaryHeader() {
        assertThat(record(HEADER.toBytes()).position()).isEqualTo(POSITION);
    }

    @Test
    void isReadFromTheTextThatAHeaderConverterMakesOfIt() {
        String text = new String(HEADER.toText(), StandardCharsets.US_ASCII);
        assertThat(record(text).position()).isEqualTo(POSITION);
    }

    /** A patch whose number is not known would be applied without a look at the patches before it. */
    @Test
    void ofAHeaderThatAConverterHasBrokenIsRefused() {
        String broken = new String(HEADER.toBytes(), StandardCharsets.UTF_8);
        assertThatThrownBy(() -> record(broken).check())
                .isInstanceOf(PatchRefusedException.class)
                .hasMessageContaining("header 'velella'")
                .hasMessageContaining("header.converter must be");
    }
}
