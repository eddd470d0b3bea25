package dev.velella.tests;

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
     * @param keyStore PKCS12, with the certificate of localhost
     * @param asksForCertificate whether clients have to show theirs
     * @param target port of the server
     */
    TlsProxy(Path keyStore, String password, boolean asksForCertificate, int target) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore)) {
            keys.load(in, password.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("client", keys.getCertificate("broker"));
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, password.toCharArray());
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
