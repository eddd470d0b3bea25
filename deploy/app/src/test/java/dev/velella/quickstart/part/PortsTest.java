package dev.velella.quickstart.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.velella.failure.UserException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortsTest {
    @Test
    void aPortThatWasGivenOutIsNotGivenOutAgainBeforeItIsBound() throws Exception {
        int wanted = Ports.free();
        assertThat(Ports.preferring(wanted)).isNotEqualTo(wanted);
        assertThatExceptionOfType(UserException.class)
                .isThrownBy(() -> Ports.demanding(wanted, "--port"))
                .withMessageContaining(wanted + " (--port) is taken");
    }

    @Test
    void anotherProcessDoesNotGetItEither() throws Exception {
        int wanted = Ports.free();
        Process other = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        Integer.toString(wanted)))
                .redirectErrorStream(true)
                .start();
        String given = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(other.waitFor()).as(given).isZero();
        assertThat(Integer.parseInt(given)).isNotEqualTo(wanted);
    }

    /** Asks for a port that another process has claimed. */
    static final class Other {
        private Other() {}

        public static void main(String[] args) throws Exception {
            System.out.println(Ports.preferring(Integer.parseInt(args[0])));
        }
    }

    @Test
    void aPortThatSomebodyListensAtIsNotClaimed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(Ports.preferring(taken.getLocalPort())).isNotEqualTo(taken.getLocalPort());
            try (DatagramSocket free =
                    new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.getLocalPort()))) {
                assertThat(free.isBound()).as("no claim is left").isTrue();
            }
        }
    }
}
