package dev.velella.source.mqtt.client;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * One connection to a broker. Each reconnect needs a new instance, because the client counts messages from an old
 * connection against the receive window of the new one.
 *
 * <p>The stages complete and the listener is called on the given executor, one after the other.
 */
interface MqttConnection {
    /** Receives the events of a connection. */
    interface Listener {
        /**
         * A message came. In a resumed session it may come before the subscription, and even before the stage of {@link #connect}
         * is complete: the client (1.3.13) queues the two by themselves.
         */
        void received(MqttMessage message);

        /** The established connection is lost. */
        void lost(Throwable cause);
    }

    /** Connects; true if the broker has kept the session. */
    CompletionStage<Boolean> connect();

    /**
     * Subscribes.
     *
     * @return the granted QoS of each filter, in the order of the filters; 128 or more if a filter is refused
     */
    CompletionStage<List<Integer>> subscribe(List<String> filters);

    /**
     * Starts or stops reading from the socket. Unread data stay in the network and at the broker. Does nothing without
     * a connection.
     */
    void read(boolean on);

    /** Disconnects. The broker keeps the session with all messages that were not acknowledged. Does not fail. */
    CompletionStage<Void> disconnect();
}
