package dev.velella.quickstart.part;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConnectRestTest {
    @Test
    void theReasonIsTheTasksOwnMessage() {
        assertThat(ConnectRest.reason("org.apache.kafka.connect.errors.ConnectException: /a.nq: line 3: no statement\n"
                        + "\tat dev.velella.source.RdfSourceTask.poll(RdfSourceTask.java:90)\n"
                        + "Caused by: java.io.IOException: other\n\t... 8 more\n"))
                .isEqualTo("/a.nq: line 3: no statement");
    }

    @Test
    void theReasonIsNotWhatTheFrameworkWrapsAroundIt() {
        assertThat(ConnectRest.reason("org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to"
                        + " unrecoverable exception.\n"
                        + "\tat org.apache.kafka.connect.runtime.WorkerSinkTask.deliverMessages(WorkerSinkTask.java:1)\n"
                        + "Caused by: org.apache.kafka.connect.errors.DataException: patches-0@7, key 'a': number 3, expected 2\n"
                        + "\t... 8 more\n"))
                .isEqualTo("patches-0@7, key 'a': number 3, expected 2");
    }

    @Test
    void theReasonIsNotWhatATransactionalProducerWrapsAroundIt() {
        assertThat(
                        ConnectRest.reason(
                                "org.apache.kafka.connect.errors.ConnectException: Unrecoverable exception trying to"
                                        + " send\n\tat x.Y.z(Y.java:1)\n"
                                        + "Caused by: org.apache.kafka.common.KafkaException: Cannot execute transactional method because we"
                                        + " are in an error state\n\t... 8 more\n"
                                        + "Caused by: org.apache.kafka.common.errors.TransactionAbortableException: Transaction Request was"
                                        + " aborted after exhausting retries.\n"
                                        + "Caused by: org.apache.kafka.common.errors.TimeoutException: Partition 3 is not there.\n"))
                .isEqualTo("Partition 3 is not there.");
    }

    @Test
    void aTraceWithoutAMessageStillGivesOneLine() {
        assertThat(ConnectRest.reason("java.lang.NullPointerException\n\tat x.Y.z(Y.java:1)\n"))
                .isEqualTo("java.lang.NullPointerException");
        assertThat(ConnectRest.reason("")).isEqualTo("no reason given");
    }
}
