package dev.velella.source.mqtt.client;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Keys and certificates of encrypted connections.
 *
 * @param keys keys of the client, for brokers that ask for a certificate; null for none
 * @param trust certificates of the authorities that may sign the broker's certificate; null for the authorities that
 *     the JVM trusts
 * @param verifyHostname whether the broker's certificate must name its host
 */
record MqttTls(@Nullable KeyManagerFactory keys, @Nullable TrustManagerFactory trust, boolean verifyHostname) {

    /** TLS without certificates of the user. */
    static final MqttTls DEFAULT = new MqttTls(null, null, true);
}
