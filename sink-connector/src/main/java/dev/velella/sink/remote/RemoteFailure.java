package dev.velella.sink.remote;

import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import java.io.IOException;
import java.net.URI;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.http.client.ClientProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * Turns a failed request into an exception, which says whether another attempt makes sense. Messages name the purpose
 * of the request, the URL without its query part, and the server's answer. They never contain the content of the
 * request.
 */
public final class RemoteFailure {
    private static final int EXCERPT_LENGTH = 300;

    /** Names of the TLS alerts (RFC 8446, 6.2) by which a server refuses the certificate of its client. */
    private static final List<String> REFUSED_CERTIFICATE = List.of(
            "bad_certificate",
            "unsupported_certificate",
            "certificate_revoked",
            "certificate_expired",
            "certificate_unknown",
            "certificate_required",
            "unknown_ca",
            "access_denied");

    private RemoteFailure() {}

    /**
     * Makes the exception for an answer that is not a success.
     *
     * @param purpose purpose of the request, as in "cannot ..."
     * @param body body of the answer, or its begin
     * @param cause error behind it; null if there is none
     */
    public static RuntimeException ofAnswer(
            String purpose, URI url, RemoteHttp.Answer answer, String body, @Nullable Throwable cause) {
        return ofAnswer(purpose, url, answer, body, cause, "target.url", "requests of this kind");
    }

    /**
     * Like the other, for a request to a URL of its own.
     *
     * @param option option that gives the URL
     * @param kind kind of the request, in the plural
     */
    static RuntimeException ofAnswer(
            String purpose,
            URI url,
            RemoteHttp.Answer answer,
            String body,
            @Nullable Throwable cause,
            String option,
            String kind) {
        String message = "cannot " + purpose + " at " + shown(url) + ": HTTP " + answer.status()
                + (answer.reason().isEmpty() ? "" : " " + answer.reason()) + excerpt(body)
                + advice(answer.status(), option, kind);
        return isTransient(answer.status())
                ? new StoreUnavailableException(message, cause, answer.retryAfter())
                : new StoreFailedException(message, cause);
    }

    /** Makes the exception for a missing or incomplete answer. */
    public static RuntimeException ofConnection(String purpose, URI url, IOException cause) {
        // for this exception Apache HttpClient gives the reason only in its cause
        Throwable told =
                cause instanceof ClientProtocolException && cause.getCause() != null ? cause.getCause() : cause;
        String message = "cannot " + purpose + " at " + shown(url) + ": " + told;
        if (cause instanceof RemoteHttp.ForeignServerException) {
            return new StoreFailedException(
                    "cannot " + purpose + " at " + shown(url) + ": " + cause.getMessage(), cause);
        }
        if (refusesCertificate(cause)) {
            return new StoreFailedException(
                    message + ". The server asks for a certificate of the sink and does not take "
                            + "what it gets: see target.ssl.keystore.location",
                    cause);
        }
        return isForGood(cause)
                ? new StoreFailedException(
                        message + ". The server's certificate is not trusted, or not for this host name: see"
                                + " target.ssl.truststore.location",
                        cause)
                : new StoreUnavailableException(message, cause, Duration.ZERO);
    }

    /**
     * Makes the exception for an answer that cannot be understood. Another attempt makes sense: while a server is down, a
     * proxy may answer with a page of its own and status 200.
     */
    public static StoreUnavailableException notUnderstood(
            String purpose, URI url, String why, @Nullable Throwable cause) {
        return new StoreUnavailableException(
                "cannot " + purpose + " at " + shown(url) + ": the answer is not one of a SPARQL 1.1 endpoint: " + why,
                cause,
                Duration.ZERO);
    }

    /** The URL for messages, without its query part, which may contain a key. */
    public static String shown(URI url) {
        String text = url.toString();
        int query = text.indexOf('?');
        return query < 0 ? text : text.substring(0, query);
    }

    private static boolean isTransient(int status) {
        return status == 408 || status == 425 || status == 429 || status >= 500;
    }

    private static boolean isForGood(IOException cause) {
        if (cause instanceof SSLPeerUnverifiedException) {
            return true;
        }
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof CertificateException) {
                return cause instanceof SSLHandshakeException;
            }
        }
        return false;
    }

    /**
     * Whether the server refuses the sink's certificate by a TLS alert. Java gives the name of the alert only in the
     * message.
     */
    private static boolean refusesCertificate(IOException cause) {
        String message = String.valueOf(cause.getMessage());
        return cause instanceof SSLException
                && message.contains("fatal alert")
                && REFUSED_CERTIFICATE.stream().anyMatch(message::contains);
    }

    private static String advice(int status, String option, String kind) {
        return switch (status) {
            case 401, 403 -> ". Check target.auth and the rights of its user";
            case 404 -> ". Check " + option + ": no repository or dataset of that name";
            case 405, 415 -> ". Check " + option + ": this URL takes no " + kind;
            case 413 -> ". Lower batch.max.records or batch.max.operations";
            case 301, 302, 303, 307, 308 -> ". Redirects are not followed: give the URL to which it leads";
            default -> "";
        };
    }

    private static String excerpt(String body) {
        String line = body.strip().replaceAll("[\\p{Cntrl}\\s]+", " ");
        if (line.isEmpty()) {
            return "";
        }
        return ": " + (line.length() <= EXCERPT_LENGTH ? line : line.substring(0, EXCERPT_LENGTH) + "...");
    }
}
