package dev.velella.edge.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DictionaryFileTest {
    @TempDir
    Path folder;

    @Test
    void whatWasWrittenIsReadAndReplacedAsAWhole() throws Exception {
        DictionaryFile file = new DictionaryFile(folder.resolve("dictionary"));
        assertThat(file.read()).isEmpty();
        for (byte[] payload : new byte[][] {{1, 2, 3}, {}, new byte[100_000]}) {
            file.write(payload);
            assertThat(file.read()).hasValue(payload);
        }
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(folder.resolve("dictionary"));
        }
    }

    @Test
    void aFileThatIsCutOrChangedIsNone() throws Exception {
        Path path = folder.resolve("dictionary");
        DictionaryFile file = new DictionaryFile(path);
        file.write(new byte[] {1, 2, 3});
        byte[] whole = Files.readAllBytes(path);
        for (int i = 0; i < whole.length; i++) {
            byte[] changed = whole.clone();
            changed[i] ^= 1;
            Files.write(path, changed);
            assertThat(file.read()).isEmpty();
            Files.write(path, Arrays.copyOf(whole, i));
            assertThat(file.read()).isEmpty();
        }
        Files.write(path, whole);
        assertThat(file.read()).isPresent();
    }

    @Test
    void aFileThatCannotBeReadIsAnError() throws Exception {
        Path path = Files.createDirectory(folder.resolve("dictionary"));
        assertThatThrownBy(() -> new DictionaryFile(path).read()).isInstanceOf(IOException.class);
    }
}
