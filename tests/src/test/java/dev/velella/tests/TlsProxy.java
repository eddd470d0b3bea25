package dev.velella.tests;

import dev.velella.fixture.Certificate;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;

/** TLS before a server of this machine that has none. Its own certificate is the one that clients may show, too. */
final class TlsProxy implements AutoCloseable {
    private final ServerSocket server;
    private final int target;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /**
     * @param certificate of localhost
     * @param asksForCertificate whether clients have to show theirs
     * @param target port of the server
     */
    TlsProxy(Certificate certificate, boolean asksForCertificate, int target) throws Exception {
        KeyStore keys = load(certificate.keyStore());
        KeyStore trusted = load(certificate.trustStore());
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, Certificate.PASSWORD.toCharArray());
        TrustManagerFactory others = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        others.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(own.getKeyManagers(), others.getTrustManagers(), null);
        SSLServerSocket listening = (SSLServerSocket)
                tls.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        listening.setNeedClientAuth(asksForCertificate);
        server = listening;
        this.target = target;
        threads.execute(this::accept);
    }

    private static KeyStore load(Path file) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, Certificate.PASSWORD.toCharArray());
        }
        return store;
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket behind = new Socket(InetAddress.getLoopbackAddress(), target);
                threads.execute(() -> copy(client, behind));
                threads.execute(() -> copy(behind, client));
            } catch (IOException e) {
                // closed, or a client that gave up
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // one of both has ended the connection
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
    }
}
