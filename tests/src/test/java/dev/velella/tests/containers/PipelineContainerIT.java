package dev.velella.tests.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** The whole pipeline on the host against a broker in a container, a fresh one for each test. */
@RequiresContainerEngine
@Testcontainers
class PipelineContainerIT {
    private static final int STATIONS = 2;

    /** Shorter than every session time-out: nobody loses its place in a group. */
    private static final int FREEZE_MS = 4000;

    @Container
    final BrokerContainer broker = new BrokerContainer();

    @TempDir
    Path scratch;

    @Test
    void theStoreComesToEqualTheStream() throws Exception {
        int elements = 300;
        try (HostPipeline pipeline = new HostPipeline(broker.getBootstrapServers(), scratch)) {
            pipeline.start(elements, STATIONS, 0);

            assertThat(pipeline.awaitStoreEqualsStream(elements, STATIONS).graphs())
                    .isEqualTo(STATIONS);
        }
    }

    @Test
    void aBrokerThatHangsInTheMiddleOfTheStreamCostsNothing() throws Exception {
        int elements = 2000;
        try (HostPipeline pipeline = new HostPipeline(broker.getBootstrapServers(), scratch)) {
            pipeline.start(elements, STATIONS, 250);
            pipeline.awaitAppliedBeyond(100);

            broker.freeze();
            try {
                assertThat(pipeline.appliedOffsets())
                        .as("the fault falls into the stream")
                        .isLessThan(elements);
                assertClientsGiveUp();
            } finally {
                broker.thaw();
            }

            assertThat(pipeline.awaitStoreEqualsStream(elements, STATIONS).graphs())
                    .isEqualTo(STATIONS);
        }
    }

    private void assertClientsGiveUp() {
        try (Admin admin = Admin.create(Map.of(
                "bootstrap.servers", broker.getBootstrapServers(),
                "request.timeout.ms", FREEZE_MS,
                "default.api.timeout.ms", FREEZE_MS))) {
            assertThatThrownBy(() -> admin.describeCluster().nodes().get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(TimeoutException.class);
        }
    }
}
