package dev.velella.source.fetch;

import java.io.IOException;
import java.security.cert.CertificateException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Thrown for a request that got no answer, or an incomplete one. The message is one line. If the failure lasts, the
 * message says how to repair it.
 */
public final class HttpFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean lasting;
    private final Duration retryAfter;

    private HttpFailure(boolean lasting, String message, Duration retryAfter) {
        super(message.strip().replaceAll("\\s+", " "));
        this.lasting = lasting;
        this.retryAfter = retryAfter;
    }

    /** A failure that a new attempt may pass. */
    public static HttpFailure passing(String message) {
        return new HttpFailure(false, message, Duration.ZERO);
    }

    /** A failure that a new attempt may pass, after a time that the server names. */
    static HttpFailure passing(String message, Duration retryAfter) {
        return new HttpFailure(false, message, retryAfter);
    }

    /** A failure that every new attempt would have too. */
    public static HttpFailure lasting(String message) {
        return new HttpFailure(true, message, Duration.ZERO);
    }

    /**
     * Whether client and server do not trust each other: another attempt fails too, until somebody changes a certificate or
     * an option.
     */
    static boolean isDistrust(IOException failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof CertificateException
                    || each instanceof SSLHandshakeException
                    || (each instanceof SSLException
                            && String.valueOf(each.getMessage()).contains("Received fatal alert"))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns a failure that another attempt may pass.
     *
     * @param prefix beginning of the names of the source's options
     * @throws ConnectException if client and server do not trust each other
     */
    public static IOException passing(String uri, String prefix, IOException failure) {
        if (isDistrust(failure)) {
            throw new ConnectException(distrust(uri, prefix, failure), failure);
        }
        return failure;
    }

    /** The message of such a failure. */
    static String distrust(String uri, String prefix, IOException failure) {
        Throwable last = failure;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        return uri + ": no trust between client and server (see " + prefix + "ssl.*): " + last.getMessage();
    }

    /** Whether every new attempt would fail too. */
    public boolean isLasting() {
        return lasting;
    }

    /** The time that the server asks to wait; zero if it names none. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
