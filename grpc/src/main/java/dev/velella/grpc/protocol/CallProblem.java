package dev.velella.grpc.protocol;

import dev.velella.kit.secret.ClientErrors;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Makes the status with which a call ends from the cause of its end. Stateless. */
public final class CallProblem {
    /** Longest description: it is a header of HTTP/2, for which peers have room for 8 KiB. */
    private static final int LONGEST = 1_000;

    private CallProblem() {}

    /** An exception that ends a call with a status. */
    public static StatusRuntimeException of(Status.Code code, String description) {
        return code.toStatus().withDescription(shortened(description)).asRuntimeException(new Metadata());
    }

    /**
     * The status for a failure of Kafka.
     *
     * @param what the thing that failed, with its place, for the description
     */
    public static Status ofKafka(String what, Exception failure) {
        KafkaException innermost = null;
        boolean isBug = false;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof KafkaException kafka) {
                innermost = kafka;
            }
            // A bug of a client comes in a plain KafkaException.
            isBug = cause instanceof RuntimeException && !(cause instanceof KafkaException);
        }
        return innermost == null || isBug
                ? Status.INTERNAL.withDescription(shortened(what)).withCause(failure)
                : status(what, innermost);
    }

    /** The innermost failure decides: a producer wraps the first one in each later one. */
    private static Status status(String what, KafkaException failure) {
        Status.Code code;
        if (failure instanceof ProducerFencedException || failure instanceof InvalidProducerEpochException) {
            return Status.ABORTED.withDescription(
                    shortened(what + ": a newer call of the same velella-producer has taken over"));
        } else if (failure instanceof RecordTooLargeException || failure instanceof RecordBatchTooLargeException) {
            code = Status.Code.INVALID_ARGUMENT;
        } else if (failure instanceof AuthorizationException || failure instanceof AuthenticationException) {
            code = Status.Code.FAILED_PRECONDITION;
        } else if (failure instanceof UnknownTopicOrPartitionException || failure instanceof InvalidTopicException) {
            code = Status.Code.NOT_FOUND;
        } else {
            code = Status.Code.UNAVAILABLE;
        }
        return code.toStatus()
                .withDescription(shortened(what + ": " + ClientErrors.describe(failure)))
                .withCause(failure);
    }

    /** A text that fits into the description of a status: one line, without characters that are not printable ASCII. */
    public static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
    }
}
