package dev.velella.source.mqtt.lane;

import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.source.mqtt.client.Delivery;
import dev.velella.source.mqtt.client.MqttMessage;
import dev.velella.source.payload.Payload;
import dev.velella.source.payload.PayloadCounts;
import dev.velella.source.payload.PayloadException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Reads the messages of a task that stand alone: at once where that is quick, else in a lane of its own. Into the lane goes
 * what is large, what turns out to be costly while it is read, what is of a stream that was costly lately, and what is of a
 * stream that has messages there: so each stream keeps its order. Streams may overtake each other.
 *
 * <p>Used by the task's thread; {@link #close} by any.
 */
public final class MessageLanes implements AutoCloseable {
    private final PayloadElements quick;
    private final PayloadElements patient;

    /** Whether the quick one gives up where the patient one goes on. */
    private final boolean isQuickCutShort;

    private final UnaryOperator<String> streamOfTopic;
    private final Clock clock;
    private final CostlyRule rule;
    private final PayloadCounts counts;
    private final CostlyStreams costly;
    private final CostlyLane lane;

    /**
     * Without messages.
     *
     * @param rule which messages are costly
     * @param quick makes elements on the task's thread, within {@link #quickLimits}; remains the caller's
     * @param patient makes elements in the lane, within the limits of the options; owned from now on
     * @param limits of the options
     * @param streamOfTopic the stream of the messages of a topic
     * @param whenRead called by the lane's thread when {@link #take} has something
     */
    public MessageLanes(
            CostlyRule rule,
            PayloadElements quick,
            PayloadElements patient,
            ReadingLimits limits,
            UnaryOperator<String> streamOfTopic,
            Clock clock,
            PayloadCounts counts,
            Runnable whenRead) {
        this.quick = quick;
        this.patient = patient;
        isQuickCutShort = quickLimits(limits, rule).time().compareTo(limits.time()) < 0;
        this.streamOfTopic = streamOfTopic;
        this.clock = clock;
        this.counts = counts;
        this.rule = rule;
        costly = new CostlyStreams(rule.processorTime(), System::nanoTime);
        lane = CostlyLane.start(whenRead, patient::close);
    }

    /** Limits of a payload that is read on the task's thread: a small one may ask for as much time as a large one. */
    public static ReadingLimits quickLimits(ReadingLimits limits, CostlyRule rule) {
        Duration quick = rule.processorTime();
        Duration time = limits.time().compareTo(quick) < 0 ? limits.time() : quick;
        return new ReadingLimits(
                limits.bytes(), limits.statements(), limits.characters(), limits.depth(), limits.digits(), time, false);
    }

    /** What became of a message; empty where it went into the lane, out of which {@link #take} gives it later. */
    public Optional<ReadMessage> read(Delivery delivery, MqttMessage message) {
        String stream = streamOfTopic.apply(message.topic());
        Payload payload = new Payload(message.topic(), message.payload(), message.contentType(), clock.instant());
        MessageReading patiently = new MessageReading(stream, delivery, message, () -> {
            rule.beforeReading().accept(message);
            return patient.read(message, payload);
        });
        if (message.payload().length > rule.largeBytes() || lane.has(stream) || costly.contains(stream)) {
            return aside(patiently);
        }
        ReadMessage read = new MessageReading(stream, delivery, message, () -> quick.read(message, payload)).read();
        costly.took(stream, read.processorNanos());
        return isQuickCutShort && isOutOfTime(read) ? aside(patiently) : Optional.of(read);
    }

    private static boolean isOutOfTime(ReadMessage read) {
        return read.failure() instanceof PayloadException refusal
                && refusal.getCause() instanceof DocumentLimitException above
                && above.limit() == DocumentLimitException.Limit.TIME;
    }

    /** A message that is not to be read; as {@link #read}, so that it does not overtake those of its stream. */
    public Optional<ReadMessage> refuse(Delivery delivery, MqttMessage message, PayloadException reason) {
        String stream = streamOfTopic.apply(message.topic());
        MessageReading refused = new MessageReading(stream, delivery, message, () -> {
            throw reason;
        });
        return lane.has(stream) ? aside(refused) : Optional.of(refused.read());
    }

    private Optional<ReadMessage> aside(MessageReading reading) {
        lane.add(reading);
        counts.costlyNow.incrementAndGet();
        return Optional.empty();
    }

    /** The next message that the lane has read; empty where there is none now. */
    public Optional<ReadMessage> take() {
        Optional<ReadMessage> taken = lane.take();
        taken.ifPresent(read -> {
            costly.took(read.reading().stream(), read.processorNanos());
            counts.costlyNow.decrementAndGet();
        });
        return taken;
    }

    /** Whether {@link #take} has something. */
    public boolean hasRead() {
        return lane.hasRead();
    }

    /** Whether the lane has no message. */
    public boolean isEmpty() {
        return lane.isEmpty();
    }

    /** Waits until {@link #take} has something, but no longer than told. */
    public void await(Duration patience) throws InterruptedException {
        lane.await(patience);
    }

    /** Idempotent. What is in the lane is given up. */
    @Override
    public void close() {
        lane.close();
    }
}
