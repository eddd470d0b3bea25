package dev.velella.kit.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who is given up when a client comes for whom there is no thread. */
class ClientThreadsTest {
    private final AtomicInteger givenUp = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(4);

    /** Waits although it is interrupted, as a thread does that a busy machine does not let run. Counts the interrupts. */
    private void await(CountDownLatch latch) {
        boolean isOpen = false;
        while (!isOpen) {
            try {
                latch.await();
                isOpen = true;
            } catch (InterruptedException e) {
                givenUp.incrementAndGet();
            }
        }
        if (Thread.interrupted()) {
            givenUp.incrementAndGet();
        }
    }

    private void occupy(ClientThreads threads, Runnable client) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        threads.execute(() -> {
            started.countDown();
            client.run();
            done.countDown();
        });
        started.await();
    }

    @Test
    void oneClientIsGivenUpForOneThatComes() throws InterruptedException {
        CountDownLatch full = new CountDownLatch(1);
        CountDownLatch worked = new CountDownLatch(1);
        try (ClientThreads threads = new ClientThreads(3, 240_000, Thread::new)) {
            occupy(threads, () -> await(end));
            occupy(threads, () -> {
                await(full);
                try {
                    threads.work(
                            () -> true); // afterwards it waits for its client again, which is a moment to make room
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                worked.countDown();
                await(end);
            });
            occupy(threads, () -> await(end));
            threads.execute(done::countDown);
            full.countDown();
            worked.await();
            end.countDown();
            done.await();
        }
        assertThat(givenUp).hasValue(1);
    }
}
