package dev.velella.source.mqtt.client;

import com.hivemq.client.internal.mqtt.message.publish.MqttPublish;
import com.hivemq.client.internal.mqtt.message.publish.MqttStatefulPublish;
import java.lang.reflect.Field;

/**
 * Reads the DUP flag of received messages. The client (1.3.13) decodes the flag and has no method for it. But it keeps
 * the packet inside the object that acknowledges the message, and reflection follows these fields: message,
 * confirmable, flows, packet. A client version with other fields fails when this class is loaded, before any message is
 * received.
 */
final class DuplicateFlag {
    private static final String INCOMING = "com.hivemq.client.internal.mqtt.handler.publish.incoming.";
    private static final Field CONFIRMABLE = field(MqttPublish.class.getName(), "confirmable");
    private static final Field FLOWS = field(INCOMING + "MqttIncomingPublishConfirmable", "publishWithFlows");
    private static final Field PACKET = field(INCOMING + "MqttStatefulPublishWithFlows", "publish");

    private DuplicateFlag() {}

    /** @param message a message of QoS 1 or 2, received with manual acknowledgement */
    static boolean of(MqttPublish message) {
        try {
            return ((MqttStatefulPublish) PACKET.get(FLOWS.get(CONFIRMABLE.get(message)))).isDup();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Field field(String type, String name) {
        try {
            Field field = Class.forName(type, false, MqttPublish.class.getClassLoader())
                    .getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("unsupported version of the MQTT client: " + e.getMessage(), e);
        }
    }
}
