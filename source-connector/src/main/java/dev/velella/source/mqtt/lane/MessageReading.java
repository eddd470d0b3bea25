package dev.velella.source.mqtt.lane;

import dev.velella.document.budget.ProcessorTime;
import dev.velella.source.input.SourceElement;
import dev.velella.source.mqtt.client.Delivery;
import dev.velella.source.mqtt.client.MqttMessage;
import java.util.function.Supplier;

/**
 * A message that stands alone, and the function that reads it. Immutable.
 *
 * @param stream the message's stream; messages of one stream become records in the order in which they came
 * @param element reads the message, or throws its error
 */
public record MessageReading(String stream, Delivery delivery, MqttMessage message, Supplier<SourceElement> element) {

    /** Reads the message on the calling thread. An error is kept, and thrown when the result is used. */
    ReadMessage read() {
        long begin = ProcessorTime.nanos();
        try {
            SourceElement read = element.get();
            return new ReadMessage(this, read, null, ProcessorTime.nanos() - begin);
        } catch (RuntimeException | Error e) {
            return new ReadMessage(this, null, e, ProcessorTime.nanos() - begin);
        }
    }
}
