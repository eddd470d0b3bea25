package dev.velella.rdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Texts of errors are bounded and on one line, whatever a stranger has sent. */
class ErrorTextTest {
    @Test
    void aLongTextKeepsItsBeginAndItsEndAndSaysHowMuchIsLeftOut() {
        String text = ErrorText.message("begin " + "x".repeat(1_000_000) + " do this");
        assertThat(text)
                .hasSize(1_000)
                .startsWith("begin xxx")
                .endsWith("xxx do this")
                .contains("(999014 characters)");
        assertThat(ErrorText.message(text)).isEqualTo(text);
    }

    @Test
    void aLineOfALogIsBelowFourKilobytesInAnyScript() {
        for (String character : new String[] {"x", "漢", "😀", "\n", "\u0000", "\ud800", "\u2028"}) {
            String line = ErrorText.line(character.repeat(2_000_000));
            assertThat(line.getBytes(StandardCharsets.UTF_8)).as(character).hasSizeLessThan(4096);
            assertThat(line.chars()).noneMatch(c -> Character.isISOControl(c) || c == 0x2028);
        }
    }

    @Test
    void aTextCannotPassForLinesOfItsOwn() {
        assertThat(ErrorText.message("a\r\n2026-01-01 ERROR b\u001b[31m\ud800"))
                .isEqualTo("a  2026-01-01 ERROR b\\u001b[31m\\ud800");
        assertThat(ErrorText.message("a 漢 😀")).isEqualTo("a 漢 😀");
    }

    @Test
    void causesAreBoundedTooAndKeepTheirTraces() {
        IllegalArgumentException hostile = new IllegalArgumentException("x".repeat(100_000));
        Throwable bounded = ErrorText.bounded(new IllegalStateException("outer", hostile));
        assertThat(bounded).hasMessage("java.lang.IllegalStateException: outer");
        assertThat(bounded.getCause().getMessage())
                .hasSizeLessThanOrEqualTo(1_300)
                .startsWith("java.lang.IllegalArgumentException: xxx");
        assertThat(bounded.getCause().getStackTrace()).isEqualTo(hostile.getStackTrace());
        Throwable small = new IllegalStateException("outer", new IllegalArgumentException("inner"));
        assertThat(ErrorText.bounded(small)).isSameAs(small);
    }

    /** As try-with-resources keeps it; a log shows it with its own causes. */
    @Test
    void whatWasSuppressedIsLeftOut() {
        Throwable outer = new IllegalStateException("outer");
        outer.addSuppressed(new IllegalArgumentException("x".repeat(100_000)));
        Throwable bounded = ErrorText.bounded(new IllegalStateException("first", outer));
        StringWriter log = new StringWriter();
        bounded.printStackTrace(new PrintWriter(log));
        assertThat(log.toString()).contains("outer").doesNotContain("xxx");
    }

    @Test
    void causesWithoutEndHaveOne() {
        Throwable chain = new IllegalStateException("first");
        for (int i = 0; i < 1000; i++) {
            chain = new IllegalStateException("next", chain);
        }
        int depth = 0;
        for (Throwable cause = ErrorText.bounded(chain); cause != null; cause = cause.getCause()) {
            depth++;
        }
        assertThat(depth).isLessThan(20);
    }
}
