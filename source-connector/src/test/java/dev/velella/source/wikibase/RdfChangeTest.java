package dev.velella.source.wikibase;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.lift.PayloadException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RdfChangeTest {
    @Test
    void anEventThatIsNotJsonIsRefusedWithLineAndColumnInPlainWords() {
        assertThatThrownBy(() -> RdfChange.read("{\n \"a\": NaN}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("it is not JSON: line 2, column ")
                .hasMessageContaining("NaN is no value of JSON")
                .hasMessageNotContaining("enable");
    }
}
