package dev.velella.source.mqtt.client;

import com.hivemq.client.internal.mqtt.message.connect.MqttConnect;
import com.hivemq.client.internal.mqtt.message.publish.MqttPublish;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5SubAckException;
import com.hivemq.client.mqtt.mqtt5.message.auth.Mqtt5SimpleAuth;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5ConnectRestrictions;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAck;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5RetainHandling;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5Subscribe;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5Subscription;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.suback.Mqtt5SubAck;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.suback.Mqtt5SubAckReasonCode;
import dev.velella.record.RecordHeaderNames;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A connection of MQTT 5. */
final class Mqtt5Connection implements MqttConnection {
    private final MqttSettings settings;
    private final Mqtt5AsyncClient client;
    private final ArrivedMessages messages;

    Mqtt5Connection(MqttSettings settings, Executor executor, Listener listener) {
        this.settings = settings;
        client = ClientTransport.builder(settings, executor, listener)
                .useMqttVersion5()
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

    static @Nullable Mqtt5SimpleAuth login(MqttSettings settings) {
        String user = settings.username();
        byte[] password = settings.password();
        if (user == null) {
            return password == null
                    ? null
                    : Mqtt5SimpleAuth.builder().password(password).build();
        }
        var login = Mqtt5SimpleAuth.builder().username(user);
        return password == null ? login.build() : login.password(password).build();
    }

    static MqttMessage message(Mqtt5Publish publish) {
        int qos = publish.getQos().getCode();
        return new MqttMessage(
                publish.getTopic().toString(),
                publish.getPayloadAsBytes(),
                qos,
                publish.isRetain(),
                qos > 0 && DuplicateFlag.of((MqttPublish) publish),
                publish.getContentType().map(Object::toString).orElseGet(() -> messageType(publish)),
                publish.getUserProperties().asList().stream()
                        .map(p -> Map.entry(p.getName().toString(), p.getValue().toString()))
                        .toList(),
                publish::acknowledge);
    }

    /**
     * Content type by the user property that RDF Messages gives to it, in any case; null if there is none. Two that differ are a
     * type that nothing reads.
     */
    private static @Nullable String messageType(Mqtt5Publish publish) {
        String types = publish.getUserProperties().asList().stream()
                .filter(property -> property.getName().toString().equalsIgnoreCase(RecordHeaderNames.RDF_MESSAGE))
                .map(property -> property.getValue().toString())
                .distinct()
                .collect(Collectors.joining(", "));
        return types.isEmpty() ? null : types;
    }

    @Override
    public CompletionStage<Boolean> connect() {
        Mqtt5Connect told = Mqtt5Connect.builder()
                .cleanStart(!settings.persistent())
                .sessionExpiryInterval(settings.persistent() ? settings.sessionExpirySeconds() : 0)
                .keepAlive(MqttSettings.KEEP_ALIVE_SECONDS)
                .restrictions(Mqtt5ConnectRestrictions.builder()
                        .receiveMaximum(settings.receiveMaximum())
                        .maximumPacketSize(settings.maximumPacketBytes())
                        .build())
                .build();
        Mqtt5Connect connect = new TolerantConnect((MqttConnect) told);
        return client.connect(connect).thenApply(Mqtt5ConnAck::isSessionPresent).whenComplete((done, failure) -> {
            if (failure != null) {
                messages.close();
            }
        });
    }

    @Override
    public CompletionStage<List<Integer>> subscribe(List<String> filters) {
        List<Mqtt5Subscription> subscriptions = filters.stream()
                .map(filter -> Mqtt5Subscription.builder()
                        .topicFilter(filter)
                        .qos(MqttQos.fromCode(settings.qos()))
                        .retainHandling(
                                settings.shared()
                                        ? Mqtt5RetainHandling.DO_NOT_SEND
                                        : Mqtt5RetainHandling.SEND_IF_SUBSCRIPTION_DOES_NOT_EXIST)
                        .build())
                .toList();
        return client.subscribe(
                        Mqtt5Subscribe.builder().addSubscriptions(subscriptions).build())
                .handle((answer, failure) -> codes(answer, failure));
    }

    private static List<Integer> codes(@Nullable Mqtt5SubAck answer, @Nullable Throwable failure) {
        Throwable cause = ConnectionFailure.unwrapped(failure);
        if (cause instanceof Mqtt5SubAckException refusal) {
            return codes(refusal.getMqttMessage(), null);
        } else if (answer == null) {
            throw new IllegalStateException(cause);
        }
        return answer.getReasonCodes().stream()
                .map(Mqtt5SubAckReasonCode::getCode)
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
