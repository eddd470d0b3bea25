package dev.velella.source.mqtt.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ArrivedMessagesTest {
    /** So many that none of the short messages of these tests counts as more than the least share. */
    private static final int MOST_BYTES = 1 << 22;

    private final ExecutorService handlers = Executors.newSingleThreadExecutor();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final List<Integer> handled = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();

    @AfterEach
    void end() {
        gate.countDown();
        handlers.shutdownNow();
    }

    /** Handles messages behind a gate; the topic of a message is its number, and -1 is an error. */
    private final ArrivedMessages messages = new ArrivedMessages(MOST_BYTES, handlers, this::handle, failures::add);

    private static MqttMessage message(int number, int payload, int property) {
        return new MqttMessage(
                Integer.toString(number),
                new byte[payload],
                0,
                false,
                false,
                null,
                List.of(Map.entry("p", "x".repeat(property))),
                () -> {});
    }

    private void add(int number) {
        messages.add(() -> message(number, 0, 0));
    }

    private void handle(MqttMessage arrived) {
        int message = Integer.parseInt(arrived.topic());
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (message < 0) {
            throw new IllegalStateException("message " + message);
        }
        synchronized (handled) {
            handled.add(message);
        }
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            assertThat(Thread.currentThread().isInterrupted()).as("out of time").isFalse();
            LockSupport.parkNanos(1_000_000);
        }
    }

    private int handledSoFar() {
        synchronized (handled) {
            return handled.size();
        }
    }

    @Test
    void theClientWaitsWhileThereIsNoRoomAndNothingIsLost() throws InterruptedException {
        int all = 3 * ArrivedMessages.MOST;
        AtomicInteger added = new AtomicInteger();
        Thread client = new Thread(() -> {
            for (int i = 0; i < all; i++) {
                add(i);
                added.incrementAndGet();
            }
        });
        client.start();
        // One message is at the gate, so its room is free again.
        await(() -> client.getState() == Thread.State.WAITING && added.get() == ArrivedMessages.MOST + 1);
        gate.countDown();
        client.join();
        await(() -> handledSoFar() == all);
        assertThat(handled).isEqualTo(IntStream.range(0, all).boxed().toList());
        assertThat(failures).isEmpty();
    }

    @Test
    void theClientWaitsWhileThereIsNoRoomForTheBytesAndALargerMessageWaitsAlone() throws InterruptedException {
        handsOverOneByOne(size -> message(size, size, 0));
    }

    @Test
    void theBytesOfUserPropertiesCount() throws InterruptedException {
        handsOverOneByOne(size -> message(size, 0, size / 2)); // two bytes a character
    }

    private void handsOverOneByOne(IntFunction<MqttMessage> message) throws InterruptedException {
        int[] sizes = {2 * MOST_BYTES, 3 * (MOST_BYTES / 4), MOST_BYTES / 2, 3 * (MOST_BYTES / 4), 1};
        AtomicInteger added = new AtomicInteger();
        Thread client = new Thread(() -> {
            for (int size : sizes) {
                messages.add(() -> message.apply(size));
                added.incrementAndGet();
            }
        });
        client.start();
        // The first one is at the gate, the second one waits, and there is no room for the third one.
        await(() -> client.getState() == Thread.State.WAITING && added.get() == 2);
        gate.countDown();
        client.join();
        await(() -> handledSoFar() == sizes.length);
        assertThat(handled).isEqualTo(IntStream.of(sizes).boxed().toList());
        assertThat(failures).isEmpty();
    }

    @Test
    void aMessageThatCannotBeMadeIsReportedAfterTheMessagesBeforeItAndEndsEverything() throws Exception {
        add(0);
        messages.add(() -> {
            throw new OutOfMemoryError("not made");
        });
        gate.countDown();
        for (int i = 0; i < 3 * ArrivedMessages.MOST; i++) {
            add(i);
        }
        await(() -> handledSoFar() == 1);
        handlers.submit(() -> {}).get();
        assertThat(failures).singleElement().asString().contains("not made");
        assertThat(handled).containsExactly(0);
    }

    @Test
    void aClosedOneLetsTheClientGoOn() throws InterruptedException {
        Thread client = new Thread(() -> {
            for (int i = 0; i < 3 * ArrivedMessages.MOST; i++) {
                add(i);
            }
        });
        client.start();
        await(() -> client.getState() == Thread.State.WAITING);
        messages.close();
        client.join();
        messages.close();
    }

    @Test
    void anErrorOfTheHandlerIsReportedOnceAndEndsEverything() throws Exception {
        gate.countDown();
        add(0);
        add(-1);
        for (int i = 0; i < 3 * ArrivedMessages.MOST; i++) {
            add(i);
        }
        handlers.submit(() -> {}).get();
        assertThat(failures).singleElement().asString().contains("message -1");
        assertThat(handled).containsExactly(0);
    }
}
