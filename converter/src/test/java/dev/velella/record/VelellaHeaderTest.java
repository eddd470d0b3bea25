package dev.velella.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.velella.rdf.ElementKind;
import dev.velella.record.VelellaHeader.Base;
import dev.velella.record.VelellaHeader.Place;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VelellaHeaderTest {
    @Provide
    Arbitrary<VelellaHeader> headers() {
        Arbitrary<Base> bases = Combinators.combine(
                        Arbitraries.longs().between(0, (1L << 48) - 1),
                        Arbitraries.integers().greaterOrEqual(0))
                .as(Base::new);
        Arbitrary<Place> places = Combinators.combine(
                        Arbitraries.integers(), Arbitraries.longs().greaterOrEqual(0))
                .as(Place::new);
        Arbitrary<Long> times = Arbitraries.longs().between(0, (1L << 48) - 1);
        Arbitrary<PatchPosition> positions = Combinators.combine(
                        Arbitraries.longs().greaterOrEqual(1), Arbitraries.longs(), Arbitraries.of(true, false))
                .as(PatchPosition::new);
        return Combinators.combine(
                        Arbitraries.of(ElementKind.values()),
                        bases.injectNull(0.3),
                        places.injectNull(0.3),
                        times.injectNull(0.3),
                        positions.injectNull(0.3))
                .as((kind, base, place, time, position) ->
                        new VelellaHeader(kind, base, place, time, kind == ElementKind.PATCH ? position : null));
    }

    @Property(tries = 1000)
    void everyHeaderIsReadAsItWasWritten(@ForAll("headers") VelellaHeader header) {
        byte[] bytes = header.toBytes();
        assertThat(VelellaHeader.parse(bytes)).isEqualTo(header);
        assertThat(VelellaHeader.parse(bytes).toBytes()).isEqualTo(bytes);
    }

    /** There is one spelling: no other bytes are read as a header. */
    @Property(tries = 1000)
    void otherBytesAreRefusedOrMeanAnotherHeader(@ForAll("headers") VelellaHeader header, @ForAll byte other) {
        byte[] bytes = header.toBytes();
        for (int at = 0; at < bytes.length; at++) {
            byte[] changed = bytes.clone();
            changed[at] = other;
            if (other != bytes[at]) {
                assertRefusedOr(changed, header);
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> VelellaHeader.parse(Arrays.copyOf(bytes, bytes.length + 1)));
            int shorter = at;
            assertThatIllegalArgumentException().isThrownBy(() -> VelellaHeader.parse(Arrays.copyOf(bytes, shorter)));
        }
    }

    private static void assertRefusedOr(byte[] changed, VelellaHeader header) {
        try {
            VelellaHeader read = VelellaHeader.parse(changed);
            assertThat(read).isNotEqualTo(header);
            assertThat(read.toBytes()).isEqualTo(changed);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("velella");
        }
    }

    @Test
    void theBytesAreThoseOfTheSpecification() {
        VelellaHeader header = new VelellaHeader(
                ElementKind.PATCH,
                new Base(0x010203040506L, 300),
                new Place(0x1C6F0A93, 128),
                1_672_673_797_065L,
                new PatchPosition(17, 0x00c4d2f1a09be377L, true));
        assertThat(HexFormat.of().formatHex(header.toBytes()))
                .isEqualTo("02" + "7f" + "010203040506" + "ac02" + "1c6f0a93" + "8001" + "01857320a3c9" + "11"
                        + "00c4d2f1a09be377");
        assertThat(header)
                .hasToString("patch, dictionary 010203040506 carried, writer 1c6f0a93, record 128,"
                        + " event time 1672673797065, position 17.h00c4d2f1a09be377.s");
        assertThat(new VelellaHeader(ElementKind.GRAPH, null, null, null, null).toBytes())
                .containsExactly(2, 0);
        assertThat(VelellaHeader.parse(HexFormat.of()
                        .parseHex("02" + "2b" + "010203040506" + "1c6f0a93" + "8001" + "11" + "00c4d2f1a09be377")))
                .as("the example of docs/key-frames.md")
                .hasToString(
                        "patch, dictionary 010203040506, writer 1c6f0a93, record 128, position 17.h00c4d2f1a09be377");
    }

    @ParameterizedTest
    @CsvSource({
        "0300, version 3",
        "0280, flags 80",
        "0204, flags 4",
        "0220, flags 20",
        "0241, flags 41",
        "0208000000008000, shortest form",
        "020800000000ffffffffffffffffff01, more than 63 bits",
        "020601020304050600, a dictionary of 0 bytes",
        "0221000102030405060708, counted from 1",
        "02, bytes are missing",
        "0200ff, 1 bytes left over"
    })
    void malformedValuesAreRefusedWithTheReason(String value, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VelellaHeader.parse(HexFormat.of().parseHex(value)))
                .withMessageContaining(reason);
    }

    /** The text of base64 that converters of headers make of bytes, some of them in quotes, and nothing else. */
    @ParameterizedTest
    @CsvSource({
        "AgE=, ",
        "'\"AgE=\"', ",
        "AgE, another spelling",
        "AgF=, another spelling",
        "'\"AgE=', neither binary",
        "AgE*, Illegal base64",
        "AgA=AgA=, ending byte",
        "A, base64",
        "AwA=, version 3",
        "[B@6d06d69c, ByteArrayConverter"
    })
    void base64TextIsReadInOneSpelling(String text, String reason) {
        byte[] value = text.getBytes(StandardCharsets.US_ASCII);
        if (reason == null) {
            assertThat(VelellaHeader.parse(value))
                    .isEqualTo(VelellaHeader.parse(HexFormat.of().parseHex("0201")));
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> VelellaHeader.parse(value))
                    .withMessageContaining(reason);
        }
    }

    @Test
    void aLongValueIsShownInPart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VelellaHeader.parse(new byte[100_000]))
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(250));
    }

    @Test
    void partsOutOfRangeAreRefused() {
        PatchPosition position = new PatchPosition(1, 2, false);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new VelellaHeader(ElementKind.GRAPH, null, null, null, position));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new VelellaHeader(ElementKind.GRAPH, null, null, -1L, null));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new VelellaHeader(ElementKind.GRAPH, null, null, 1L << 48, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new Place(1, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Base(1, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Base(-1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Base(1L << 48, 0));
    }
}
