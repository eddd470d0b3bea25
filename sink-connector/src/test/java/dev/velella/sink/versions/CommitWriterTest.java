package dev.velella.sink.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.sink.store.CommitRecord;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** Commits are written in their order, readers wait for them, and a failure reaches everybody. */
class CommitWriterTest {
    private static CommitWriter.Change change(long number) {
        return new CommitWriter.Change(
                new CommitRecord(number, number, CommitRecord.NO_TIME, Map.of()), List.of(), List.of(), 1);
    }

    @Test
    void aReaderWaitsUntilItsCommitIsWritten() throws Exception {
        BlockingQueue<Long> allowed = new LinkedBlockingQueue<>();
        ConcurrentLinkedQueue<Long> written = new ConcurrentLinkedQueue<>();
        try (CommitWriter writer = new CommitWriter(7, change -> {
            try {
                written.add(allowed.take());
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        })) {
            writer.await(7);
            writer.put(change(8));
            writer.put(change(9));
            CompletableFuture<Boolean> reader = CompletableFuture.supplyAsync(() -> {
                writer.await(8);
                return written.contains(8L);
            });
            assertThat(reader).isNotDone();
            allowed.add(8L);
            assertThat(reader.get()).isTrue();
            allowed.add(9L);
            writer.await(9);
            assertThat(written).containsExactly(8L, 9L);
        }
    }

    @Test
    void aFailureReachesTheSinkAndTheReaders() {
        try (CommitWriter writer = new CommitWriter(0, change -> {
            throw new IOException("No space left on device");
        })) {
            writer.put(change(1));
            assertThatThrownBy(() -> writer.await(1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("No space left on device");
            assertThatThrownBy(() -> writer.put(change(2))).hasMessageContaining("No space left on device");
        }
    }

    @Test
    void aReaderDoesNotWaitForAStoreThatIsClosed() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CommitWriter writer = new CommitWriter(0, change -> {
            writing.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
        writer.put(change(1));
        writer.put(change(2));
        writing.await();
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> writer.await(2));
        CompletableFuture<Void> closing = CompletableFuture.runAsync(writer::close);
        assertThatThrownBy(reader::join).hasMessageContaining("closed");
        go.countDown();
        closing.join();
    }
}
