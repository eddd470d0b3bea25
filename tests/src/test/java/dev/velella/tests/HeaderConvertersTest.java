package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.JellyConverter;
import dev.velella.frame.DictionaryPlace;
import dev.velella.frame.EncoderSettings;
import dev.velella.frame.SelfContainedEncoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.ElementKind;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import dev.velella.record.VelellaHeader;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.converters.ByteArrayConverter;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.storage.ConverterConfig;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.apache.kafka.connect.storage.StringConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The binary header of version 2 between a topic and a connector, through Kafka's own converters of headers. */
class HeaderConvertersTest {
    private static final String TOPIC = "t";

    static Stream<HeaderConverter> textConverters() {
        return Stream.of(new SimpleHeaderConverter(), new StringConverter(), new ByteArrayConverter());
    }

    static Stream<HeaderConverter> converters() {
        return Stream.of(new SimpleHeaderConverter(), new ByteArrayConverter(), new JsonConverter());
    }

    private static void configure(HeaderConverter converter) {
        converter.configure(Map.of(ConverterConfig.TYPE_CONFIG, "header", "schemas.enable", "false"));
    }

    /** Headers whose bytes are such that a converter could take them for a number, for text in UTF-8, for an end. */
    private static List<VelellaHeader> headers() {
        return List.of(
                VelellaHeader.of(
                        ElementKind.PATCH, new DictionaryPlace(null, 0, DictionaryPlace.NOT_COUNTED), null, null),
                VelellaHeader.of(ElementKind.PATCH, new DictionaryPlace(null, 0, 0), 0L, new PatchPosition(1, 0, true)),
                VelellaHeader.of(
                        ElementKind.PATCH,
                        new DictionaryPlace(null, 0x31323334, Long.MAX_VALUE),
                        (1L << 48) - 1,
                        new PatchPosition(Long.MAX_VALUE, -1, false)),
                new VelellaHeader(
                        ElementKind.PATCH,
                        new VelellaHeader.Base(0xFFFE_0D0A_2022L, 7),
                        new VelellaHeader.Place(-1, 128),
                        1_672_673_797_065L,
                        new PatchPosition(17, 0x8080_8080_8080_8080L, false)));
    }

    private static Headers headers(byte[] value) {
        return new RecordHeaders().add(VelellaHeader.NAME, value);
    }

    /** In a sink: the converter of values reads the record, then that of headers its headers. */
    @ParameterizedTest
    @MethodSource("textConverters")
    void whatASinkGetsIsTheHeaderIfItIsWrittenAgain(HeaderConverter converter) throws Exception {
        configure(converter);
        byte[] frame = new SelfContainedEncoder(
                        EncoderSettings.ofTopic(TableSizes.SMALL, false, StatementOrder.GIVEN, Limits.DEFAULT))
                .encode(StreamWriter.patch(3))
                .value();
        try (JellyConverter values = new JellyConverter()) {
            values.configure(Map.of(), false);
            for (VelellaHeader header : headers().subList(0, 3)) {
                Headers headers = headers(header.toBytes());
                values.toConnectData(TOPIC, headers, frame);
                Headers again = new RecordHeaders();
                for (Header one : headers) {
                    SchemaAndValue given = converter.toConnectHeader(TOPIC, one.key(), one.value());
                    again.add(one.key(), converter.fromConnectHeader(TOPIC, one.key(), given.schema(), given.value()));
                }
                assertThat(RecordHeaderReader.velella(again)).isEqualTo(header);
                assertThat(values.toConnectData(TOPIC, again, frame).value()).isNotNull();
            }
        }
    }

    /** A record that cannot be read is a dead letter as it was. */
    @Test
    void headersOfARecordThatCannotBeReadStayAsTheyWere() throws Exception {
        try (JellyConverter values = new JellyConverter()) {
            values.configure(Map.of(), false);
            Headers headers = headers(headers().get(0).toBytes());
            assertThatThrownBy(() -> values.toConnectData(TOPIC, headers, new byte[] {1}))
                    .isInstanceOf(DataException.class);
            assertThat(headers).isEqualTo(headers(headers().get(0).toBytes()));
        }
    }

    /** A connector that copies records, as MirrorMaker 2, has headers of bytes. */
    @ParameterizedTest
    @MethodSource("converters")
    void aCopyOfTheBytesIsRead(HeaderConverter converter) {
        configure(converter);
        for (VelellaHeader header : headers()) {
            byte[] written =
                    converter.fromConnectHeader(TOPIC, VelellaHeader.NAME, Schema.BYTES_SCHEMA, header.toBytes());
            assertThat(RecordHeaderReader.velella(headers(written))).isEqualTo(header);
        }
    }

    /** It writes the name of the object in place of its bytes, and cannot be used for a copy. */
    @Test
    void aCopyByTheConverterOfStringsIsRefusedWithTheConverterThatWorks() {
        HeaderConverter converter = new StringConverter();
        configure(converter);
        byte[] written = converter.fromConnectHeader(
                TOPIC, VelellaHeader.NAME, Schema.BYTES_SCHEMA, headers().get(0).toBytes());
        assertThatThrownBy(() -> RecordHeaderReader.velella(headers(written)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("needs ByteArrayConverter as header.converter");
    }
}
