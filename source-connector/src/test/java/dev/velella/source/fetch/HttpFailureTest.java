package dev.velella.source.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpFailureTest {
    /** Which of these Java throws for a server that goes away in the handshake is a matter of timing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Remote host closed the channel",
                "Remote host terminated the handshake",
                "Remote host terminated the connection"
            })
    void aConnectionThatEndsInTheHandshakeSaysNothingAboutTrust(String message) {
        assertThat(HttpFailure.isDistrust(new SSLHandshakeException(message))).isFalse();
        assertThat(HttpFailure.isDistrust(new IOException(new SSLHandshakeException(message))))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"No name matching b found", "PKIX path building failed"})
    void aCertificateThatIsNotTrustedIsDistrust(String message) {
        IOException failure = new SSLHandshakeException(message);
        failure.initCause(new CertificateException(message));
        assertThat(HttpFailure.isDistrust(failure)).isTrue();
        assertThat(HttpFailure.isDistrust(new SSLException("Received fatal alert: bad_certificate")))
                .isTrue();
        assertThat(HttpFailure.isDistrust(new SSLException(new EOFException("SSL peer shut down incorrectly"))))
                .isFalse();
    }
}
