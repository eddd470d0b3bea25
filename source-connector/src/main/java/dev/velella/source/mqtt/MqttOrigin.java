package dev.velella.source.mqtt;

import dev.velella.rdf.ErrorText;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.VelellaHeader;
import dev.velella.source.mqtt.client.Delivery;
import dev.velella.source.mqtt.client.MqttMessage;
import dev.velella.source.record.Received;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.connect.header.ConnectHeaders;

/**
 * A message on its way to a record.
 *
 * @param partition partition in Connect's offset storage
 * @param place supplies the offset
 */
record MqttOrigin(Delivery delivery, MqttMessage message, Map<String, ?> partition, Supplier<Map<String, Object>> place)
        implements Received {
    @Override
    public Map<String, ?> offset() {
        return place.get();
    }

    @Override
    public String name() {
        return "message of " + ErrorText.name(message.topic());
    }

    @Override
    public Object receipt() {
        return delivery;
    }

    @Override
    public String sender() {
        return message.topic();
    }

    @Override
    public byte[] bytes() {
        return message.payload();
    }

    @Override
    public void describe(ConnectHeaders headers) {
        headers.addString("mqtt.topic", message.topic());
        String contentType = message.contentType();
        if (contentType != null) {
            headers.addString("mqtt.content.type", contentType);
        }
        for (Map.Entry<String, String> property : message.userProperties()) {
            String name = property.getKey();
            if (name.equals(RecordHeaderNames.JELLY) || name.equals(VelellaHeader.NAME)) {
                headers.addString("mqtt.user." + name, property.getValue());
            }
        }
    }
}
