package dev.velella.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.jelly.format.StreamForm;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The line about a long conversion: drawn on a terminal only, gone at the end. */
class ConversionProgressTest {
    private static final String LINE = "<http://e/s> <http://e/p> \"1\" .\n";

    @TempDir
    private Path folder;

    /** Converts 100,000 lines; the clock goes on by some time whenever somebody looks at it. */
    private String shown(Path in, @Nullable StringWriter terminal, Duration step) throws Exception {
        Files.writeString(in, LINE.repeat(100_000));
        AtomicLong now = new AtomicLong();
        JellySettings settings = new JellySettings(
                null, null, null, null, null, null, null, null, null, StreamForm.DELIMITED, null, null, null);
        try (ConversionProgress progress = new ConversionProgress(
                in.toString(),
                terminal == null ? null : new PrintWriter(terminal),
                () -> now.getAndAdd(step.toNanos()))) {
            new Conversion(
                            in.toString(),
                            DataFormat.NT,
                            "-",
                            DataFormat.NQ,
                            null,
                            ReadingLimits.OF_FILES,
                            settings,
                            null,
                            null)
                    .run(InputStream.nullInputStream(), new ByteArrayOutputStream(), progress);
        }
        return String.valueOf(terminal);
    }

    @Test
    void aLongConversionTellsBytesAndStatementsAndClearsItsLine() throws Exception {
        Path in = folder.resolve("in.nt");
        String shown = shown(in, new StringWriter(), Duration.ofMillis(600));

        String[] lines = shown.split("\r", -1);
        assertThat(lines.length).isGreaterThan(5);
        assertThat(lines[2]).matches("\\Q" + in + "\\E: 0\\.[0-9] of 3\\.2 MB read, [0-9,]+ statements *");
        assertThat(lines[lines.length - 2]).isBlank();
        assertThat(lines[lines.length - 1]).isEmpty();
        assertThat(shown).doesNotContain("\n");
    }

    @Test
    void aShortConversionAndOneWithoutATerminalDrawNothing() throws Exception {
        Path in = folder.resolve("in.nt");
        assertThat(shown(in, new StringWriter(), Duration.ofMillis(1))).isEmpty();
        assertThat(shown(in, null, Duration.ofMillis(600))).isEqualTo("null");
    }
}
