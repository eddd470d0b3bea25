package dev.velella.tests.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.common.utils.internals.AppInfoParser;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A single-node Kafka broker in a container, reached from the host through a published port.
 *
 * <p>The image is the official one of the Kafka version on the class path, unless the system property {@value
 * #IMAGE_PROPERTY} or else the environment variable {@value #IMAGE_VARIABLE} names another that has the same start
 * script.
 */
final class BrokerContainer extends KafkaContainer {
    static final String IMAGE_PROPERTY = "velella.kafka.image";
    static final String IMAGE_VARIABLE = "VELELLA_KAFKA_IMAGE";

    private static final String OFFICIAL_IMAGE = "apache/kafka";

    BrokerContainer() {
        super(DockerImageName.parse(imageName()).asCompatibleSubstituteFor(OFFICIAL_IMAGE));
        // A transaction that a freeze leaves open holds up everybody; the default looks for such only every 10 s.
        withEnv("KAFKA_TRANSACTION_ABORT_TIMED_OUT_TRANSACTION_CLEANUP_INTERVAL_MS", "1000");
        // Broker and controller freeze together; after the default 9 s the broker would be unknown to its own
        // controller.
        withEnv("KAFKA_BROKER_SESSION_TIMEOUT_MS", "60000");
    }

    private static String imageName() {
        String byVariable =
                System.getenv().getOrDefault(IMAGE_VARIABLE, OFFICIAL_IMAGE + ":" + AppInfoParser.getVersion());
        return System.getProperty(IMAGE_PROPERTY, byVariable);
    }

    /** Stops all of the broker's threads where they are; its sockets stay open and nobody answers on them. */
    void freeze() {
        signal("-STOP");
    }

    /** Lets a frozen broker go on. */
    void thaw() {
        signal("-CONT");
    }

    /**
     * A pause by the engine would do the same, but it gives up on a busy machine ("unable to freeze"). The shell does it
     * alone, because not every image has pkill.
     */
    private void signal(String signal) {
        String toJava = "sent=1; for process in /proc/[0-9]*; do read -r name <$process/comm && [ \"$name\" = java ]"
                + " && kill " + signal + " ${process##*/} && sent=0; done; exit $sent";
        try {
            ExecResult result = execInContainer("sh", "-c", toJava);
            if (result.getExitCode() != 0) {
                throw new IllegalStateException("kill " + signal + " of the broker's java: " + result);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while the broker got its signal", e);
        }
    }
}
