package dev.velella.source.mqtt.lane;

import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.lift.Payload;
import dev.velella.lift.PayloadException;
import dev.velella.source.mqtt.client.Delivery;
import dev.velella.source.mqtt.client.MqttMessage;
import dev.velella.source.mqtt.client.MqttOptions.MessageHeaders;
import dev.velella.source.record.PayloadElements;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * Reads the messages of a task that stand alone. Quick messages are read at once, costly ones in a lane of their own.
 * These messages go into the lane:
 *
 * <ul>
 *   <li>large messages
 *   <li>messages that turn out to be costly while they are read, or whose JSON-LD context must be loaded first
 *   <li>messages of a stream that was costly lately
 *   <li>messages of a stream that has messages in the lane, so that each stream keeps its order
 * </ul>
 *
 * <p>Streams may overtake each other. The task's thread uses an instance; any thread may call {@link #close}.
 */
public final class MessageLanes implements AutoCloseable {
    private final PayloadElements quick;
    private final PayloadElements patient;

    private final UnaryOperator<String> streamOfTopic;
    private final Clock clock;
    private final CostlyRule rule;
    private final AtomicLong costlyNow;
    private final MessageHeaders headers;
    private final CostlyStreams costly;
    private final CostlyLane lane;

    /**
     * Creates lanes without messages.
     *
     * @param rule rule that tells which messages are costly
     * @param quick makes elements on the task's thread, within {@link #quickLimits}
     * @param patient makes elements in the lane, within the limits of the options
     * @param streamOfTopic gives the stream of a topic's messages
     * @param costlyNow counts the messages that are in the lane
     * @param whenRead called by the lane's thread when {@link #take} has a message
     */
    public MessageLanes(
            CostlyRule rule,
            PayloadElements quick,
            PayloadElements patient,
            MessageHeaders headers,
            UnaryOperator<String> streamOfTopic,
            Clock clock,
            AtomicLong costlyNow,
            Runnable whenRead) {
        this.quick = quick;
        this.patient = patient;
        this.streamOfTopic = streamOfTopic;
        this.clock = clock;
        this.costlyNow = costlyNow;
        this.headers = headers;
        this.rule = rule;
        costly = new CostlyStreams(rule.processorTime(), System::nanoTime);
        lane = CostlyLane.start(whenRead);
    }

    /**
     * Limits of a payload that is read on the task's thread. They limit the time, because a small payload may need as
     * much time as a large one; and the thread does not wait for contexts of JSON-LD.
     */
    public static ReadingLimits quickLimits(ReadingLimits limits, CostlyRule rule) {
        Duration quick = rule.processorTime();
        Duration time = limits.time().compareTo(quick) < 0 ? limits.time() : quick;
        return new ReadingLimits(
                limits.bytes(),
                limits.statements(),
                limits.characters(),
                limits.depth(),
                limits.digits(),
                time,
                false,
                false);
    }

    /** Reads a message. Empty if the message went into the lane; {@link #take} returns it later. */
    public Optional<ReadMessage> read(Delivery delivery, MqttMessage message) {
        String stream = streamOfTopic.apply(message.topic());
        Payload payload = new Payload(message.topic(), message.payload(), message.contentType(), clock.instant());
        MessageReading patiently = new MessageReading(stream, delivery, message, () -> {
            rule.beforeReading().accept(message);
            return patient.read(payload, headers.of(message));
        });
        if (message.payload().length > rule.largeBytes() || lane.has(stream) || costly.contains(stream)) {
            return aside(patiently);
        }
        ReadMessage read =
                new MessageReading(stream, delivery, message, () -> quick.read(payload, headers.of(message))).read();
        costly.took(stream, read.processorNanos());
        return isOutOfTime(read) ? aside(patiently) : Optional.of(read);
    }

    private static boolean isOutOfTime(ReadMessage read) {
        return read.failure() instanceof PayloadException refusal
                && refusal.getCause() instanceof DocumentLimitException above
                && above.limit() == DocumentLimitException.Limit.TIME;
    }

    /**
     * Refuses a message. Like {@link #read}, this keeps the order: the refusal does not overtake messages of its
     * stream.
     */
    public Optional<ReadMessage> refuse(Delivery delivery, MqttMessage message, PayloadException reason) {
        String stream = streamOfTopic.apply(message.topic());
        MessageReading refused = new MessageReading(stream, delivery, message, () -> {
            throw reason;
        });
        return lane.has(stream) ? aside(refused) : Optional.of(refused.read());
    }

    private Optional<ReadMessage> aside(MessageReading reading) {
        lane.add(reading);
        costlyNow.incrementAndGet();
        return Optional.empty();
    }

    /** Takes the next message that the lane has read; empty if there is none now. */
    public Optional<ReadMessage> take() {
        Optional<ReadMessage> taken = lane.take();
        taken.ifPresent(read -> {
            costly.took(read.reading().stream(), read.processorNanos());
            costlyNow.decrementAndGet();
        });
        return taken;
    }

    /** Whether {@link #take} has a message. */
    public boolean hasRead() {
        return lane.hasRead();
    }

    /** Whether the lane has no message. */
    public boolean isEmpty() {
        return lane.isEmpty();
    }

    /** Waits until {@link #take} has a message, or the time is over. */
    public void await(Duration patience) throws InterruptedException {
        lane.await(patience);
    }

    /** Closes the lane and drops its messages. Idempotent. */
    @Override
    public void close() {
        lane.close();
    }
}
