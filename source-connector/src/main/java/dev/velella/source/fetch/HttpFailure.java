package dev.velella.source.fetch;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.security.cert.CertificateException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Thrown for a request that got no answer, or an incomplete one, or the answer that the server cannot serve now: another
 * attempt may succeed. The message is one line.
 */
public final class HttpFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    HttpFailure(String message) {
        this(message, Duration.ZERO);
    }

    HttpFailure(String message, Duration retryAfter) {
        super(message.strip().replaceAll("\\s+", " "));
        this.retryAfter = retryAfter;
    }

    /** The time that the server asks to wait; zero if it names none. */
    Duration retryAfter() {
        return retryAfter;
    }

    /**
     * Whether client and server do not trust each other: another attempt fails too, until somebody changes a certificate or
     * an option. A connection that ends in the handshake says nothing about trust; Java reports it as a
     * {@link SSLHandshakeException} too, with a message that begins with "Remote host".
     */
    static boolean isDistrust(IOException failure) {
        boolean isRefused = false;
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof EOFException
                    || each instanceof SocketException
                    || String.valueOf(each.getMessage()).startsWith("Remote host ")) {
                return false;
            }
            isRefused |= each instanceof CertificateException
                    || each instanceof SSLHandshakeException
                    || (each instanceof SSLException
                            && String.valueOf(each.getMessage()).contains("Received fatal alert"));
        }
        return isRefused;
    }
}
