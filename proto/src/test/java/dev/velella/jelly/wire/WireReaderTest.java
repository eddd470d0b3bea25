package dev.velella.jelly.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.Bytes;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors say what the bytes are, if they are no frame at all. */
class WireReaderTest {
    private final WireReader reader = new WireReader(Limits.DEFAULT.maxStringBytes());

    /** The first field that cannot be skipped, as a reader of frames goes over the bytes. */
    private void skipAll(byte[] bytes) {
        reader.open(bytes, 0);
        while (reader.position() < bytes.length) {
            reader.skip(reader.tag(bytes.length), bytes.length);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<http://e/s> <http://e/p> \"o\" .\n",
                "_:b <http://e/p> <http://e/o> .",
                "# a comment\n",
                "{\"@id\": \"urn:a\"}",
                "[{\"n\":1,\"v\":2}]",
                "@prefix x: <urn:x:> .",
                "<?xml version='1.0'?>"
            })
    void textIsNamed(String text) {
        assertThatThrownBy(() -> skipAll(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining("these bytes are text, such as N-Quads or JSON, and not Jelly; they begin with "
                        + text.substring(0, 8));
    }

    @Test
    void aDelimitedFrameIsNamed() {
        for (int length : new int[] {15, 23, 0x46, 0x4B, 127, 1000, 100_000}) {
            byte[] frame = Bytes.message().text(1, "x".repeat(length)).array();
            ByteArrayOutputStream delimited = new ByteArrayOutputStream();
            int rest = frame.length;
            for (; rest > 0x7F; rest >>>= 7) {
                delimited.write(rest & 0x7F | 0x80);
            }
            delimited.write(rest);
            delimited.writeBytes(frame);
            reader.open(delimited.toByteArray(), 0);
            assertThat(reader.fail("wire type 7"))
                    .hasMessageContaining("wire type 7; these bytes are a delimited frame")
                    .hasMessageContaining("a record holds the bare frame");
        }
    }

    @Test
    void nothingIsSaidOfAFrameOrOfOtherBytes() {
        byte[] frame = Bytes.message().text(1, "a row of text").array();
        for (byte[] bytes : new byte[][] {frame, {}, {9, 9, 9}, {0x3C, 0x3C}, {0x0A, 0x0A, 0x0A}}) {
            reader.open(bytes, 0);
            assertThat(reader.fail("a reason")).hasMessage("frame 0, byte 0: a reason");
        }
    }
}
