package dev.velella.jelly.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.Bytes;
import dev.velella.jelly.format.Limits;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Text is strict UTF-8, however long it is and however it is held in memory. */
class ByteSinkTest {
    private final ByteSink sink = new ByteSink(Limits.DEFAULT);

    @Provide
    Arbitrary<String> texts() {
        // U+0141 ends with the byte of "A", U+003F stands for what cannot be encoded.
        Arbitrary<String> parts = Arbitraries.of(
                "A", "?", "plain text of some length", "\u0141", "\u00e9", "\u20ac", "\ud83d\ude00", "\u0080");
        return parts.list().ofMaxSize(12).map(list -> String.join("", list));
    }

    @Property(tries = 500)
    void textIsWrittenAsTheLibraryWouldEncodeIt(@ForAll("texts") String text) {
        sink.open(0);
        sink.stringField(0x0A, text);
        assertThat(sink.toByteArray()).isEqualTo(Bytes.message().text(1, text).array());
    }

    @Test
    void halfOfASurrogatePairIsRefusedInShortAndInLongText() {
        for (int length : new int[] {0, 5, 22, 23, 24, 100, 5000}) {
            for (String half : new String[] {"\ud83d", "\ude00", "\ude00\ud83d"}) {
                sink.open(0);
                String text = "?".repeat(length / 2) + half + "?".repeat(length - length / 2);
                assertThatThrownBy(() -> sink.stringField(0x0A, text)).hasMessageContaining("surrogate");
            }
        }
    }
}
