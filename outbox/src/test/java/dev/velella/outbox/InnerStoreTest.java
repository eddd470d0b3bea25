package dev.velella.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.outbox.inner.InnerStore;
import java.nio.file.Path;
import org.eclipse.rdf4j.sail.helpers.NotifyingSailWrapper;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The outbox knows the store that it stands around, whatever is between. */
class InnerStoreTest {
    @TempDir
    private Path directory;

    @Test
    void onlyAMemoryStoreThatIsNotPersistentIsVolatile() {
        assertThat(InnerStore.of(new MemoryStore()).isVolatile()).isTrue();
        assertThat(InnerStore.of(new NotifyingSailWrapper(new NotifyingSailWrapper(new MemoryStore())))
                        .isVolatile())
                .isTrue();
        for (String kind : new String[] {"memory", "native", "lmdb"}) {
            assertThat(InnerStore.of(OutboxStores.store(kind, directory)).isVolatile())
                    .as(kind)
                    .isFalse();
        }
    }

    @Test
    void anLmdbStoreIsFoundInsideOfOthers() {
        assertThat(InnerStore.of(new NotifyingSailWrapper(OutboxStores.store("lmdb", directory)))
                        .isLmdb())
                .isTrue();
        assertThat(InnerStore.of(OutboxStores.store("native", directory)).isLmdb())
                .isFalse();
    }
}
