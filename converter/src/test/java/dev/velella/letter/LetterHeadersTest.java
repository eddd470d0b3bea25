package dev.velella.letter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.kit.options.Spelling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Words of dead letters that consumers filter by. */
class LetterHeadersTest {
    private static final Path DOCS = Path.of("..", "docs");

    @Test
    void oneTableNamesAllReasons() throws IOException {
        List<String> lines = Files.readAllLines(DOCS.resolve("troubleshooting.md"));
        int head = lines.indexOf("| reason | given by | means |");
        assertThat(lines.subList(head + 2, lines.size()).stream()
                        .takeWhile(line -> line.startsWith("| `"))
                        .map(line -> line.split("`")[1]))
                .containsExactlyInAnyOrderElementsOf(Spelling.all(RefusalReason.class));
    }

    @Test
    void aRefusalSaysWhereAndWhyInBoundedText() {
        var headers = LetterHeaders.of("t", 3, 7, RefusalReason.MISSING_STATE, new IOException("x".repeat(5_000)));
        assertThat(headers)
                .containsEntry("velella.error.topic", "t")
                .containsEntry("velella.error.partition", "3")
                .containsEntry("velella.error.offset", "7")
                .containsEntry("velella.error.reason", "missing-state")
                .containsEntry("velella.error.exception.class.name", "java.io.IOException");
        assertThat(headers.get("velella.error.exception.message")).hasSizeLessThanOrEqualTo(1_000);
    }

    @Test
    void whatIsMissingIsSaid() {
        var fit = new LetterRoom.Fit(3, new boolean[] {true, false, false}, 5);
        assertThat(fit.missing(3, 9))
                .isEqualTo(Map.of("velella.error.headers.left.out", "2", "velella.error.value.bytes", "9"));
        assertThat(fit.missing(4, 5)).containsEntry("velella.error.key.bytes", "4");
    }
}
