package dev.velella.source.mqtt.client;

import com.hivemq.client.internal.mqtt.MqttClientConfig;
import com.hivemq.client.internal.mqtt.datatypes.MqttClientIdentifierImpl;
import com.hivemq.client.internal.mqtt.message.auth.MqttEnhancedAuth;
import com.hivemq.client.internal.mqtt.message.connect.MqttConnect;
import com.hivemq.client.internal.mqtt.message.connect.MqttConnectRestrictions;
import com.hivemq.client.internal.mqtt.message.connect.MqttStatefulConnect;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5ConnectRestrictions;
import org.jspecify.annotations.Nullable;

/**
 * Tells the broker one receive maximum, but lets the client tolerate any number of messages. This works around a fault
 * of Mosquitto up to 2.0.11: while a session has a queue, it sends with each acknowledgement as many messages as the
 * whole receive maximum, and sends all of them again when the session is resumed. The protocol allows a client to end
 * the connection for that, and our client (1.3.13) does so. It would never come to the end of the queue.
 *
 * <p>The client sends the packet of {@link #createStateful}, and reads its own limits from this object.
 */
final class TolerantConnect extends MqttConnect {
    private final MqttConnect told;

    /** @param told the packet that is sent */
    TolerantConnect(MqttConnect told) {
        super(
                told.getKeepAlive(),
                told.isCleanStart(),
                told.getSessionExpiryInterval(),
                tolerant(told.getRestrictions()),
                told.getRawSimpleAuth(),
                told.getRawEnhancedAuthMechanism(),
                told.getRawWillPublish(),
                told.getUserProperties());
        this.told = told;
    }

    private static MqttConnectRestrictions tolerant(MqttConnectRestrictions told) {
        return new MqttConnectRestrictions(
                Mqtt5ConnectRestrictions.DEFAULT_RECEIVE_MAXIMUM,
                told.getSendMaximum(),
                told.getMaximumPacketSize(),
                told.getSendMaximumPacketSize(),
                told.getTopicAliasMaximum(),
                told.getSendTopicAliasMaximum(),
                told.isRequestProblemInformation(),
                told.isRequestResponseInformation());
    }

    @Override
    public MqttConnect setDefaults(MqttClientConfig config) {
        return new TolerantConnect(told.setDefaults(config));
    }

    @Override
    public MqttStatefulConnect createStateful(
            MqttClientIdentifierImpl clientIdentifier, @Nullable MqttEnhancedAuth enhancedAuth) {
        return told.createStateful(clientIdentifier, enhancedAuth);
    }
}
