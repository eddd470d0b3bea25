package dev.velella.keyframe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.velella.rdf.ElementKind;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JellyHeaderTest {
    private static JellyHeader parse(String text) {
        return JellyHeader.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theExampleOfTheSpecificationIsRead() {
        JellyHeader header = parse("p1Zk3_Q1aXoT0w4f.1");

        assertThat(header.kind()).isEqualTo(ElementKind.PATCH);
        assertThat(header.streamName()).isEqualTo("Zk3_Q1aX");
        assertThat(header.link()).isEqualTo(0xA13D30);
        assertThat(header.seq()).isEqualTo(4 * 36 + 15);
        assertThat(header.dist()).isEqualTo(1);
        assertThat(header).hasToString("p1Zk3_Q1aXoT0w4f.1");
    }

    @Test
    void theFirstRecordOfAStreamHasNoLink() {
        assertThat(new JellyHeader(ElementKind.GRAPH, 0, 0, 0, 0)).hasToString("g1AAAAAAAAAAAA0.0");
        assertThatIllegalArgumentException().isThrownBy(() -> new JellyHeader(ElementKind.GRAPH, 0, 1, 0, 0));
    }

    @Test
    void theLinkIsTheLowBitsOfCrc32cOfTheValue() {
        // The check value of CRC-32C in the catalogue of parametrised CRC algorithms: E3069283.
        assertThat(JellyHeader.linkTo("123456789".getBytes(StandardCharsets.US_ASCII)))
                .isEqualTo(0x069283);
    }

    @Property
    void whatIsWrittenIsReadAgain(
            @ForAll boolean patch,
            @ForAll @LongRange(max = (1L << 48) - 1) long stream,
            @ForAll @IntRange(max = (1 << 24) - 1) int link,
            @ForAll @LongRange(min = 1, max = 4_738_381_338_321_616_895L) long seq,
            @ForAll @LongRange(max = 4_738_381_338_321_616_895L) long dist) {
        JellyHeader header =
                new JellyHeader(patch ? ElementKind.PATCH : ElementKind.GRAPH, stream, link, seq, Math.min(seq, dist));

        assertThat(JellyHeader.parse(header.toBytes())).isEqualTo(header);
        assertThat(parse('"' + header.toString() + '"')).isEqualTo(header);
    }

    @Property(tries = 5000)
    void anyOtherTextIsRefusedOrHasOneSpelling(@ForAll byte[] text) {
        try {
            assertThat(JellyHeader.parse(text).toBytes()).isEqualTo(text);
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).hasSizeLessThan(120).matches("[ -~]*");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"",
                "\"\"",
                "p1Zk3_Q1aXoT0w",
                "p1Zk3_Q1aXoT0w4f.",
                "p1Zk3_Q1aXoT0w.1",
                "p1Zk3_Q1aXoT0w4f",
                "p2Zk3_Q1aXoT0w4f.1",
                "x1Zk3_Q1aXoT0w4f.1",
                "p1Zk3+Q1aXoT0w4f.1",
                "p1Zk3_Q1aXoT0w4F.1",
                "p1Zk3_Q1aXoT0w04f.1",
                "p1Zk3_Q1aXoT0w4f.01",
                "p1Zk3_Q1aXoT0w4f.4g",
                "p1Zk3_Q1aXoT0w4f.-1",
                "p1Zk3_Q1aXoT0w4f.1 ",
                "p1Zk3_Q1aXoT0w4f.1.1",
                "p1Zk3_Q1aXoT0w0.0",
                "p1Zk3_Q1aXoT0wzzzzzzzzzzzzz.1",
                "p1Zk3_Q1é1oT0w4f.1"
            })
    void whatDoesNotFollowTheGrammarIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> parse(text)).withMessageContaining("jelly");
    }
}
