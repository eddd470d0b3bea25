package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.apache.kafka.common.security.auth.SslEngineFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the heap is full, a command ends in one line that says what to do. */
class FullHeapTest {
    private static final String ADVICE = "needs more memory; raise the heap, for example VELELLA_OPTS=-Xmx2g";

    @TempDir
    Path folder;

    private static OutOfMemoryError full() {
        return new OutOfMemoryError("Java heap space");
    }

    private static final class FullInput extends InputStream {
        @Override
        public int read() {
            throw full();
        }
    }

    private static final class FullOutput extends OutputStream {
        @Override
        public void write(int b) {
            throw full();
        }

        @Override
        public void flush() {
            throw full();
        }
    }

    /** Asked when a client connects, on the thread that reads the topic. */
    public static final class FullConnections implements SslEngineFactory {
        @Override
        public void configure(Map<String, ?> configs) {}

        @Override
        public SSLEngine createClientSslEngine(String host, int port, String identification) {
            throw full();
        }

        @Override
        public SSLEngine createServerSslEngine(String host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean shouldBeRebuilt(Map<String, Object> configs) {
            return false;
        }

        @Override
        public Set<String> reconfigurableConfigs() {
            return Set.of();
        }

        @Override
        public KeyStore keystore() {
            return null;
        }

        @Override
        public KeyStore truststore() {
            return null;
        }

        @Override
        public void close() {}
    }

    /** JUnit would take an error that escapes for its own, and end all tests. */
    private static void assertAdvised(String beginning, Supplier<CommandRun> run) {
        assertThatCode(() -> assertThat(run.get().fails(1).line()).isEqualTo(beginning + " " + ADVICE))
                .doesNotThrowAnyException();
    }

    @Test
    void aFileThatIsConverted() {
        Path out = folder.resolve("no.nq");
        assertAdvised(
                "standard input:", () -> CommandRun.withInput(new FullInput(), "convert", "-", out, "--from", "ttl"));
        assertThat(out).doesNotExist();
    }

    @Test
    void aFileOfElementsThatAreCompared() throws Exception {
        Path file = Files.writeString(folder.resolve("elements.nq"), "<urn:a> <urn:b> <urn:c> <urn:g:1> .\n");
        assertAdvised(file + ":", () -> CommandRun.withOutput(new FullOutput(), "diff", "--stream", file));
    }

    @Test
    void aStoreThatIsVerified() throws Exception {
        Path config = Files.writeString(
                folder.resolve("sink.json"),
                "{\"name\":\"s\",\"topics\":\"patches\",\"target\":\"memory\",\"kafka.bootstrap.servers\":\"localhost:1\"}");
        assertAdvised(
                "velella: the store",
                () -> CommandRun.withOutput(
                        new FullOutput(), "verify", "--config", config, "--sparql", "http://localhost:1/"));
    }

    @Test
    void aTopicThatIsRead() throws Exception {
        Path config = Files.writeString(
                folder.resolve("client.properties"),
                "security.protocol=SSL\nssl.engine.factory.class=" + FullConnections.class.getName() + "\n");
        assertAdvised(
                "velella: topic t",
                () -> CommandRun.of(
                        "topic",
                        "stats",
                        "--bootstrap-server",
                        "localhost:1",
                        "--topic",
                        "t",
                        "--command-config",
                        config));
    }
}
