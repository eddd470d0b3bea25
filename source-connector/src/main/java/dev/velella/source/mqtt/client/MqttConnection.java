package dev.velella.source.mqtt.client;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * One connection to a broker: used once, then thrown away. A new one for each reconnect, because the client counts what it
 * received in an old connection against the window of the new one.
 *
 * <p>What is begun completes, and the listener is called, on the executor that was given, one after the other in the order of
 * what happens.
 */
interface MqttConnection {
    /** Takes what comes. */
    interface Listener {
        /** A message came; of a resumed session, maybe before anything was subscribed to. */
        void received(MqttMessage message);

        /** The connection was there, and is gone. */
        void lost(Throwable cause);
    }

    /** Connects; true where the broker has kept the session. */
    CompletionStage<Boolean> connect();

    /**
     * Subscribes.
     *
     * @return the QoS granted, or 128 and more where a filter is refused, in the order of the filters
     */
    CompletionStage<List<Integer>> subscribe(List<String> filters);

    /** Goes on to read from the socket, or leaves what comes to the network and to the broker; nothing if there is none. */
    void read(boolean on);

    /** Disconnects; the broker keeps the session, with all that was not acknowledged. Does not fail. */
    CompletionStage<Void> disconnect();
}
