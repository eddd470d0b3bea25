package dev.velella.source.mqtt.client;

import io.reactivex.disposables.Disposable;
import io.reactivex.processors.UnicastProcessor;
import io.reactivex.schedulers.Schedulers;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The messages of one connection on their way from the client's own thread to the thread that handles them, in their order. If
 * many of them wait, the client's thread waits too, so the network holds back further ones.
 *
 * <p>The client (1.3.13) can hand messages over by itself, but at most 128 at a time. While it waits for the other thread,
 * it goes through all unacknowledged messages at each message and each acknowledgement, which costs more than everything
 * else that it does. So it hands each message over at once, and they wait here.
 */
final class ArrivedMessages {
    /** The client calls back on its own thread with this. */
    static final Executor AT_ONCE = Runnable::run;

    /** Most messages that wait. */
    static final int MOST = 1 << 12;

    private final UnicastProcessor<MqttMessage> messages = UnicastProcessor.create();
    private final int mostBytes;

    /** Bytes that may still wait. A short message counts as a share of all bytes, so their number is limited too. */
    private final Semaphore room;

    private final Disposable handling;
    private volatile boolean closed;

    /**
     * Begins to hand over.
     *
     * @param mostBytes most bytes of the messages that wait; a larger message waits alone
     * @param executor runs both consumers, one call after the other
     * @param handler takes each message
     * @param failed takes the first error of the handler, or of a message that could not be made; the handler gets no more
     *     messages then
     */
    ArrivedMessages(int mostBytes, Executor executor, Consumer<MqttMessage> handler, Consumer<Throwable> failed) {
        this.mostBytes = mostBytes;
        room = new Semaphore(mostBytes);
        handling = messages.observeOn(Schedulers.from(executor), true)
                .subscribe(
                        message -> {
                            room.release(share(message));
                            handler.accept(message);
                        },
                        error -> {
                            end();
                            failed.accept(error);
                        });
    }

    /** Makes a message and adds it. Only the client's own thread calls this, and waits while there is no room. */
    void add(Supplier<MqttMessage> arrived) {
        if (!closed) {
            MqttMessage message;
            try {
                message = arrived.get();
            } catch (RuntimeException | Error e) {
                messages.onError(e);
                return;
            }
            room.acquireUninterruptibly(share(message));
            messages.onNext(message);
        }
    }

    private int share(MqttMessage message) {
        int least = (mostBytes + MOST - 1) / MOST;
        return (int) Math.min(mostBytes, Math.max(least, message.bytes()));
    }

    /** Drops all messages, now and later. Idempotent. */
    void close() {
        handling.dispose();
        end();
    }

    private synchronized void end() {
        if (!closed) {
            closed = true;
            room.release(mostBytes); // the client's thread may wait
        }
    }
}
