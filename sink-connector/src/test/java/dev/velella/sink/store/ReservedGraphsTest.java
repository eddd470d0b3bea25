package dev.velella.sink.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.sink.error.PatchRefusedException;
import org.junit.jupiter.api.Test;

class ReservedGraphsTest {
    private static void write(String graph, String key) {
        ReservedGraphs.checkWritable(Stream.statement("a", 1, graph), key);
    }

    @Test
    void aStreamMayWriteItsOwnGraph() {
        assertThatCode(() -> write("urn:velella:stream:ibs_1", "ibs_1")).doesNotThrowAnyException();
        assertThatCode(() -> write("urn:velella:stream:a%20b%2Bc", "a b+c")).doesNotThrowAnyException();
        assertThatCode(() -> write("urn:velella:stream:a+b", "a+b")).doesNotThrowAnyException();
    }

    @Test
    void aStreamMayWriteTheDefaultGraphAndForeignGraphs() {
        assertThatCode(() -> write(null, "ibs_1")).doesNotThrowAnyException();
        assertThatCode(() -> write("http://example.org/g", null)).doesNotThrowAnyException();
    }

    @Test
    void aStreamMayNotWriteTheGraphOfAnother() {
        assertThatThrownBy(() -> write("urn:velella:stream:ibs_2", "ibs_1"))
                .isInstanceOf(PatchRefusedException.class)
                .hasMessageContaining("belongs to the stream of another key");
        assertThatThrownBy(() -> write("urn:velella:stream:ibs_2", "urn:velella:stream:ibs_2"))
                .hasMessageContaining("belongs to the stream of another key");
        assertThatThrownBy(() -> write("urn:velella:stream:ibs_2", null))
                .hasMessageContaining("belongs to the stream of another key");
    }

    @Test
    void nobodyMayWriteSystemGraphs() {
        assertThatThrownBy(() -> write("urn:velella:system", "ibs_1")).hasMessageContaining("reserved");
        assertThatThrownBy(() -> write("urn:velella:staging", "staging")).hasMessageContaining("reserved");
        assertThatThrownBy(() -> write("urn:velella:stream", "stream")).hasMessageContaining("reserved");
    }

    @Test
    void brokenPercentEncodingIsRefused() {
        assertThatThrownBy(() -> write("urn:velella:stream:%zz", "%zz")).hasMessageContaining("percent-encoding");
    }

    @Test
    void theDefaultGraphIsNotReserved() {
        assertThat(ReservedGraphs.isReserved(null)).isFalse();
        assertThat(ReservedGraphs.isReserved(SystemGraph.GRAPH)).isTrue();
        assertThat(ReservedGraphs.isReserved(Stream.iri("urn:velella:stream:x")))
                .isFalse();
    }
}
