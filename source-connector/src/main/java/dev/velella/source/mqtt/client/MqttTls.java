package dev.velella.source.mqtt.client;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Keys and certificates of encrypted connections.
 *
 * @param keys of the client, for brokers that ask for a certificate; null for none
 * @param trust certificates that the broker's must be signed by; null for those of the JVM
 * @param verifyHostname whether the broker's certificate must name its host
 */
record MqttTls(@Nullable KeyManagerFactory keys, @Nullable TrustManagerFactory trust, boolean verifyHostname) {

    /** Without certificates of one's own. */
    static final MqttTls DEFAULT = new MqttTls(null, null, true);
}
