package dev.velella.source.mqtt.client;

import dev.velella.kit.thread.Daemon;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Checks once whether a broker accepts a client. */
public final class MqttProbe {
    private MqttProbe() {}

    /**
     * Connects and disconnects.
     *
     * @param settings settings with a client id that no session uses, because the broker would end the connection of
     *     that session
     * @return the problem; empty if the broker accepts the client
     */
    public static Optional<String> problem(MqttSettings settings) {
        ExecutorService thread = Executors.newSingleThreadExecutor(Daemon.named("velella-mqtt-probe"));
        MqttConnection connection = MqttSession.open(settings, thread, new MqttConnection.Listener() {
            @Override
            public void received(MqttMessage message) {}

            @Override
            public void lost(Throwable cause) {}
        });
        CompletionStage<Boolean> connecting = connection.connect();
        try {
            connecting.toCompletableFuture().get(2 * settings.connectTimeoutMs(), TimeUnit.MILLISECONDS);
            return Optional.empty();
        } catch (ExecutionException e) {
            return Optional.of("MQTT broker " + settings.broker() + ": "
                    + ConnectionFailure.of(e, settings.mask()).reason());
        } catch (TimeoutException e) {
            return Optional.of("MQTT broker " + settings.broker() + ": no answer");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted while waiting for the MQTT broker " + settings.broker());
        } finally {
            connecting
                    .handle((done, failure) -> connection.disconnect())
                    .thenCompose(end -> end)
                    .whenComplete((done, failure) -> thread.shutdown());
        }
    }
}
