package dev.velella.source.mqtt.client;

import com.hivemq.client.internal.mqtt.MqttClientConnectionConfig;
import com.hivemq.client.internal.mqtt.codec.encoder.MqttEncoder;
import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientConfig;
import com.hivemq.client.mqtt.MqttClientExecutorConfig;
import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfigBuilder;
import com.hivemq.client.mqtt.MqttWebSocketConfig;
import dev.velella.kit.thread.Daemon;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.reactivex.schedulers.Schedulers;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** The common part of the clients of both versions: the connection to the broker, and its threads. */
final class ClientTransport {
    private ClientTransport() {}

    static MqttClientBuilder builder(MqttSettings settings, Executor executor, MqttConnection.Listener listener) {
        return MqttClient.builder()
                .identifier(settings.clientId())
                .transportConfig(transport(settings))
                .executorConfig(MqttClientExecutorConfig.builder()
                        .applicationScheduler(Schedulers.from(executor))
                        // Each client has an executor of its own, because the client leaves timers for the end of the
                        // session in a shared one.
                        .nettyExecutor(task -> start(task, settings.clientId()))
                        .nettyThreads(1)
                        .build())
                .addConnectedListener(context -> sendTogether(context.getClientConfig()))
                .addDisconnectedListener(context -> executor.execute(() -> listener.lost(context.getCause())));
    }

    /**
     * Starts or stops the reading from the socket. The client shows its channel only in its own type of configuration.
     */
    static void read(MqttClientConfig client, boolean on) {
        if (client.getConnectionConfig().orElse(null) instanceof MqttClientConnectionConfig connection) {
            connection.getChannel().config().setAutoRead(on);
        }
    }

    /**
     * Makes the connection send acknowledgements together. The client (1.3.13) sends each of them with a call of the system
     * of its own, and Kafka mostly confirms many records at once.
     */
    private static void sendTogether(MqttClientConfig client) {
        if (client.getConnectionConfig().orElse(null) instanceof MqttClientConnectionConfig connection) {
            ChannelPipeline handlers = connection.getChannel().pipeline();
            handlers.addBefore(
                    MqttEncoder.NAME,
                    "send.together",
                    new FlushConsolidationHandler(
                            FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES, true));
        }
    }

    private static void start(Runnable task, String clientId) {
        Thread thread = Daemon.of("velella-mqtt-io-" + clientId, task);
        thread.start();
    }

    private static MqttClientTransportConfig transport(MqttSettings settings) {
        MqttServer server = settings.server();
        MqttClientTransportConfigBuilder transport = MqttClientTransportConfig.builder()
                .serverHost(server.host())
                .serverPort(server.port())
                .socketConnectTimeout(settings.connectTimeoutMs(), TimeUnit.MILLISECONDS)
                .mqttConnectTimeout(settings.connectTimeoutMs(), TimeUnit.MILLISECONDS);
        if (server.tls()) {
            transport = transport.sslConfig(ssl(settings));
        }
        String webSocket = server.webSocket();
        if (webSocket != null) {
            int query = webSocket.indexOf('?');
            String path = query < 0 ? webSocket : webSocket.substring(0, query);
            transport = transport.webSocketConfig(MqttWebSocketConfig.builder()
                    .serverPath(path.substring(1))
                    .queryString(query < 0 ? "" : webSocket.substring(query + 1))
                    .handshakeTimeout(settings.connectTimeoutMs(), TimeUnit.MILLISECONDS)
                    .build());
        }
        return transport.build();
    }

    private static MqttClientSslConfig ssl(MqttSettings settings) {
        MqttTls tls = settings.tls();
        var ssl = MqttClientSslConfig.builder()
                .keyManagerFactory(tls.keys())
                .trustManagerFactory(tls.trust())
                .handshakeTimeout(settings.connectTimeoutMs(), TimeUnit.MILLISECONDS);
        return (tls.verifyHostname() ? ssl : ssl.hostnameVerifier((host, session) -> true)).build();
    }
}
