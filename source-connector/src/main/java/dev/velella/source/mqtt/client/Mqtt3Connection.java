package dev.velella.source.mqtt.client;

import com.hivemq.client.internal.mqtt.message.publish.mqtt3.Mqtt3PublishView;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3SubAckException;
import com.hivemq.client.mqtt.mqtt3.message.auth.Mqtt3SimpleAuth;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3Connect;
import com.hivemq.client.mqtt.mqtt3.message.connect.connack.Mqtt3ConnAck;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import com.hivemq.client.mqtt.mqtt3.message.subscribe.Mqtt3Subscribe;
import com.hivemq.client.mqtt.mqtt3.message.subscribe.Mqtt3Subscription;
import com.hivemq.client.mqtt.mqtt3.message.subscribe.suback.Mqtt3SubAck;
import com.hivemq.client.mqtt.mqtt3.message.subscribe.suback.Mqtt3SubAckReturnCode;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A connection of MQTT 3.1.1. */
final class Mqtt3Connection implements MqttConnection {
    private final MqttSettings settings;
    private final Mqtt3AsyncClient client;
    private final ArrivedMessages messages;

    Mqtt3Connection(MqttSettings settings, Executor executor, Listener listener) {
        this.settings = settings;
        client = ClientTransport.builder(settings, executor, listener)
                .useMqttVersion3()
                .simpleAuth(login(settings))
                .buildAsync();
        // Subscribed before the client connects, because the broker sends the rest of a resumed session at once.
        messages = new ArrivedMessages(settings.maximumPacketBytes(), executor, listener::received, listener::lost);
        client.publishes(
                MqttGlobalPublishFilter.ALL,
                publish -> messages.add(() -> message(publish)),
                ArrivedMessages.AT_ONCE,
                true);
    }

    private static @Nullable Mqtt3SimpleAuth login(MqttSettings settings) {
        String user = settings.username();
        byte[] password = settings.password();
        if (user == null) {
            return null;
        }
        var login = Mqtt3SimpleAuth.builder().username(user);
        return password == null ? login.build() : login.password(password).build();
    }

    private static MqttMessage message(Mqtt3Publish publish) {
        int qos = publish.getQos().getCode();
        return new MqttMessage(
                publish.getTopic().toString(),
                publish.getPayloadAsBytes(),
                qos,
                publish.isRetain(),
                qos > 0 && DuplicateFlag.of(((Mqtt3PublishView) publish).getDelegate()),
                null,
                List.of(),
                publish::acknowledge);
    }

    @Override
    public CompletionStage<Boolean> connect() {
        Mqtt3Connect connect = Mqtt3Connect.builder()
                .cleanSession(!settings.persistent())
                .keepAlive(MqttSettings.KEEP_ALIVE_SECONDS)
                .build();
        return client.connect(connect).thenApply(Mqtt3ConnAck::isSessionPresent).whenComplete((done, failure) -> {
            if (failure != null) {
                messages.close();
            }
        });
    }

    @Override
    public CompletionStage<List<Integer>> subscribe(List<String> filters) {
        List<Mqtt3Subscription> subscriptions = filters.stream()
                .map(filter -> Mqtt3Subscription.builder()
                        .topicFilter(filter)
                        .qos(MqttQos.fromCode(settings.qos()))
                        .build())
                .toList();
        return client.subscribe(
                        Mqtt3Subscribe.builder().addSubscriptions(subscriptions).build())
                .handle((answer, failure) -> codes(answer, failure));
    }

    private static List<Integer> codes(@Nullable Mqtt3SubAck answer, @Nullable Throwable failure) {
        Throwable cause = ConnectionFailure.unwrapped(failure);
        if (cause instanceof Mqtt3SubAckException refusal) {
            return codes(refusal.getMqttMessage(), null);
        } else if (answer == null) {
            throw new IllegalStateException(cause);
        }
        return answer.getReturnCodes().stream()
                .map(Mqtt3SubAckReturnCode::getCode)
                .toList();
    }

    @Override
    public void read(boolean on) {
        ClientTransport.read(client.getConfig(), on);
    }

    @Override
    public CompletionStage<Void> disconnect() {
        return client.disconnect().handle((done, failure) -> {
            messages.close();
            return null;
        });
    }
}
