package dev.velella.sink.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.sink.endpoint.EndpointOptions;
import org.junit.jupiter.api.Test;

class QueryMemoryTest {
    @Test
    void queriesNeverGetMoreThanAQuarterOfTheHeap() {
        long asked = EndpointOptions.DEFAULT_MEMORY_BYTES;
        assertThat(new QueryMemory(asked, 384L << 20).bytes()).isEqualTo(96L << 20);
        assertThat(new QueryMemory(asked, 1L << 30).bytes()).isEqualTo(asked);
        assertThat(new QueryMemory(asked, 8L << 30).bytes()).isEqualTo(asked);
        assertThat(new QueryMemory(Long.MAX_VALUE).bytes())
                .isEqualTo(Runtime.getRuntime().maxMemory() / 4);
    }

    @Test
    void whatOneHasIsMissingToTheOthersUntilItIsGivenBack() {
        QueryMemory memory = new QueryMemory(1_000, 1L << 30);
        assertThat(memory.share()).isEqualTo(500);
        assertThat(memory.take(600)).isTrue();
        assertThat(memory.take(500)).isFalse();
        assertThat(memory.used()).isEqualTo(600);
        memory.giveBack(600);
        assertThat(memory.take(1_000)).isTrue();
    }
}
