package dev.velella.source.mqtt.client;

import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3ConnAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5DisconnectException;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAckReasonCode;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5DisconnectReasonCode;
import dev.velella.kit.secret.SecretMask;
import java.security.cert.CertificateException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The reason for a missing connection.
 *
 * @param lasting whether a new attempt cannot help: the broker refuses the client, or one side refuses the certificate
 *     of the other
 * @param reason the reason in one line; if it lasts, with advice
 */
record ConnectionFailure(boolean lasting, String reason) {
    private static final int MOST_REASON = 500;

    /** Most characters of the broker's own message that are shown. */
    private static final int MOST_SAID = 200;

    private static final Set<Mqtt5ConnAckReasonCode> PASSING = Set.of(
            Mqtt5ConnAckReasonCode.UNSPECIFIED_ERROR,
            Mqtt5ConnAckReasonCode.IMPLEMENTATION_SPECIFIC_ERROR,
            Mqtt5ConnAckReasonCode.SERVER_UNAVAILABLE,
            Mqtt5ConnAckReasonCode.SERVER_BUSY,
            Mqtt5ConnAckReasonCode.QUOTA_EXCEEDED,
            Mqtt5ConnAckReasonCode.USE_ANOTHER_SERVER,
            Mqtt5ConnAckReasonCode.CONNECTION_RATE_EXCEEDED);

    /**
     * Describes a failure, in some hundred characters at most.
     *
     * @param mask hides the credentials if the broker repeats them
     */
    static ConnectionFailure of(Throwable failure, SecretMask mask) {
        ConnectionFailure told = of(failure);
        String reason = mask.masked(told.reason());
        return new ConnectionFailure(
                told.lasting(), reason.length() <= MOST_REASON ? reason : reason.substring(0, MOST_REASON) + "...");
    }

    private static ConnectionFailure of(Throwable failure) {
        Throwable cause = unwrapped(failure);
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof Mqtt5ConnAckException refusal) {
                return refused(refusal);
            } else if (each instanceof Mqtt3ConnAckException refusal) {
                return refused(refusal);
            } else if (each instanceof Mqtt5DisconnectException end
                    && end.getMqttMessage().getReasonCode() == Mqtt5DisconnectReasonCode.SESSION_TAKEN_OVER) {
                return new ConnectionFailure(
                        true, "another client has connected with the same client id; give each its own mqtt.client.id");
            } else if (each instanceof Mqtt5DisconnectException end) {
                return new ConnectionFailure(
                        false,
                        "the broker ended the connection: "
                                + end.getMqttMessage().getReasonCode());
            } else if (isCertificateProblem(each)) {
                return new ConnectionFailure(
                        true, "no trust between client and broker (see mqtt.ssl.*): " + oneLine(root(each)));
            }
        }
        return new ConnectionFailure(false, oneLine(root(cause == null ? failure : cause)));
    }

    private static ConnectionFailure refused(Mqtt5ConnAckException refusal) {
        Mqtt5ConnAckReasonCode code = refusal.getMqttMessage().getReasonCode();
        String text = refusal.getMqttMessage()
                .getReasonString()
                .map(reason -> oneLine(reason.toString()))
                .map(reason ->
                        " (" + (reason.length() <= MOST_SAID ? reason : reason.substring(0, MOST_SAID) + "...") + ")")
                .orElse("");
        return refused(!PASSING.contains(code), code + text);
    }

    private static ConnectionFailure refused(Mqtt3ConnAckException refusal) {
        return switch (refusal.getMqttMessage().getReturnCode()) {
            case SUCCESS, SERVER_UNAVAILABLE ->
                refused(false, refusal.getMqttMessage().getReturnCode().toString());
            default -> refused(true, refusal.getMqttMessage().getReturnCode().toString());
        };
    }

    private static ConnectionFailure refused(boolean lasting, String code) {
        return new ConnectionFailure(
                lasting,
                "the broker refuses the connection: " + code
                        + (lasting ? "; see mqtt.username, mqtt.password, mqtt.client.id and mqtt.version" : ""));
    }

    /**
     * Whether one side refused a certificate. An alert from the other side means that it refuses our certificate. A
     * connection that only broke off is no such problem. Some versions of Java put the name of the alert before the
     * message.
     */
    private static boolean isCertificateProblem(Throwable failure) {
        return failure instanceof CertificateException
                || failure instanceof SSLPeerUnverifiedException
                || (failure instanceof SSLException
                        && String.valueOf(failure.getMessage()).contains("Received fatal alert"));
    }

    /** The cause without the wrappers that futures add. */
    static @Nullable Throwable unwrapped(@Nullable Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static String oneLine(Throwable failure) {
        return oneLine(failure.getMessage() == null ? failure.toString() : failure.getMessage());
    }

    private static String oneLine(String message) {
        return message.strip().replaceAll("\\s+", " ");
    }
}
