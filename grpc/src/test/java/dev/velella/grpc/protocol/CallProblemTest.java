package dev.velella.grpc.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CallProblemTest {
    private static Stream<Arguments> failures() {
        TimeoutException timeout = new TimeoutException("no node");
        return Stream.of(
                Arguments.of(Status.Code.UNAVAILABLE, timeout),
                // the clients of Kafka, and this server, put waits that ended into exceptions of Kafka
                Arguments.of(
                        Status.Code.UNAVAILABLE,
                        new TimeoutException("the brokers do not answer", new java.util.concurrent.TimeoutException())),
                Arguments.of(
                        Status.Code.UNAVAILABLE,
                        new KafkaException(
                                "Unexpected error", new DisconnectException("gone", new java.io.IOException()))),
                Arguments.of(Status.Code.UNAVAILABLE, new KafkaException(new ExecutionException(timeout))),
                Arguments.of(Status.Code.UNAVAILABLE, new KafkaException("Failed to construct kafka producer")),
                Arguments.of(Status.Code.ABORTED, new KafkaException("fatal", new ProducerFencedException("newer"))),
                Arguments.of(
                        Status.Code.ABORTED, new TimeoutException("late", new InvalidProducerEpochException("old"))),
                Arguments.of(
                        Status.Code.INVALID_ARGUMENT,
                        new KafkaException("aborted", new RecordTooLargeException("3 MiB"))),
                Arguments.of(Status.Code.FAILED_PRECONDITION, new TopicAuthorizationException("topic")),
                Arguments.of(
                        Status.Code.FAILED_PRECONDITION,
                        new SaslAuthenticationException("refused", new javax.security.sasl.SaslException())),
                Arguments.of(Status.Code.NOT_FOUND, new UnknownTopicOrPartitionException("topic")),
                Arguments.of(
                        Status.Code.INTERNAL, new KafkaException("Unexpected", new IllegalStateException("a bug"))));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureOfKafkaTellsTheClientWhetherToTryAgain(Status.Code expected, Exception failure) {
        Status status = CallProblem.ofKafka("frame number 7 cannot be written", failure);

        assertThat(status.getCode()).isEqualTo(expected);
        assertThat(status.getDescription()).startsWith("frame number 7 cannot be written");
    }

    @Test
    void aDescriptionFitsIntoAHeader() {
        String text = CallProblem.shortened("a\n b\t" + "c".repeat(5000));

        assertThat(text).startsWith("a b c").endsWith("c ...").hasSize(1004);
        assertThat(CallProblem.shortened("x".repeat(1000))).hasSize(1000);
    }
}
