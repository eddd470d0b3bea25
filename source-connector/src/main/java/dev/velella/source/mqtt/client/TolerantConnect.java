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
 * Tells the broker one receive maximum, and has the client tolerate any. Mosquitto up to 2.0.11 lets as many messages go
 * with each acknowledgement as it was told in all, while a session has a queue, and sends all of them again when the
 * session is resumed. A client that ends the connection for that, as the protocol allows and ours (1.3.13) does, never
 * comes to the end of the queue.
 *
 * <p>The client sends what {@link #createStateful} gives, and reads its own limits from this.
 */
final class TolerantConnect extends MqttConnect {
    private final MqttConnect told;

    /** @param told what is sent */
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
