package dev.velella.tests.mqtt;

import dev.velella.fixture.Certificate;
import dev.velella.fixture.InstalledProgram;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.TrustManagerFactory;

/**
 * A Mosquitto broker in a process of its own, with TLS, users, and the access rules that the compose file has. Where it is not
 * installed the test is skipped. The password of each user is its name.
 */
final class MosquittoProcess implements AutoCloseable {
    private static final Path ACL = Path.of("..", "deploy", "compose", "mosquitto-acl.conf");

    private final Path folder;
    private final int port = Ports.free();
    private final Certificate certificate;
    private final Process process;

    MosquittoProcess(Path folder, Collection<String> users) throws Exception {
        this.folder = Files.createDirectories(folder);
        Path program = InstalledProgram.require("mosquitto");
        certificate = new Certificate(folder, "broker", "dns:localhost,ip:127.0.0.1");
        Path passwords = folder.resolve("passwords");
        Files.write(passwords, users.stream().map(user -> user + ":" + user).toList());
        run(InstalledProgram.require("mosquitto_passwd").toString(), "-U", passwords.toString());
        Files.copy(ACL, folder.resolve("acl"));
        Files.write(
                folder.resolve("mosquitto.conf"),
                List.of(
                        "listener " + port + " 127.0.0.1",
                        "certfile " + certificatePem(),
                        "keyfile " + certificate.key(),
                        "allow_anonymous false",
                        "password_file " + passwords,
                        "acl_file " + folder.resolve("acl"),
                        "persistence true",
                        "persistence_location " + folder + "/",
                        "max_queued_messages 100000",
                        "user root"));
        process = new ProcessBuilder(
                        program.toString(),
                        "-c",
                        folder.resolve("mosquitto.conf").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("mosquitto.log").toFile())
                .start();
        try {
            Await.until("Mosquitto answers", Duration.ofSeconds(60), () -> {
                if (!process.isAlive()) {
                    throw new AssertionError("Mosquitto ended: " + Files.readString(folder.resolve("mosquitto.log")));
                }
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    return socket.isConnected();
                } catch (IOException e) {
                    return false;
                }
            });
        } catch (Exception | AssertionError e) {
            close();
            throw e;
        }
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(240, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(command[0] + " failed: " + said);
        }
    }

    int port() {
        return port;
    }

    /** What clients trust. */
    Path certificatePem() {
        return certificate.certificate();
    }

    /** The same for clients in Java. */
    TrustManagerFactory trust() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(certificate.trustStore())) {
            trusted.load(in, Certificate.PASSWORD.toCharArray());
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        return factory;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
