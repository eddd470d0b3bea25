package dev.velella.status.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.velella.failure.UserException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
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

    @Test
    void aRefusalBecauseTheBrokersWereTooSlowIsTriedAgainAndAnotherIsNot() throws Exception {
        Queue<String> answers = new ArrayDeque<>(List.of(
                "400 no answer from the cluster at kafka.bootstrap.servers=localhost:1 within 3000 ms; is it up?",
                "409 Cannot complete request momentarily due to stale configuration",
                "201 created",
                "400 target.dir is missing"));
        HttpServer worker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        worker.createContext("/connectors", exchange -> {
            String answer = Objects.requireNonNull(answers.poll());
            byte[] body = ("{\"message\": \"" + answer.substring(4) + "\"}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(Integer.parseInt(answer.substring(0, 3)), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        worker.start();
        try {
            ConnectRest rest =
                    new ConnectRest("http://localhost:" + worker.getAddress().getPort());
            ObjectNode connector = new ObjectMapper().createObjectNode().put("name", "sink");
            connector.putObject("config");

            rest.create(connector);

            assertThat(answers).hasSize(1);
            assertThatThrownBy(() -> rest.create(connector))
                    .isInstanceOf(UserException.class)
                    .hasMessage("connector sink was refused: target.dir is missing");
        } finally {
            worker.stop(0);
        }
    }
}
