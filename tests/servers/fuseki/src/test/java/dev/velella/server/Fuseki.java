package dev.velella.server;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.jena.fuseki.main.FusekiServer;
import org.apache.jena.query.Dataset;
import org.apache.jena.query.DatasetFactory;
import org.apache.jena.tdb2.TDB2Factory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;

/**
 * Fuseki with {@code http://localhost:PORT/ds/query} and {@code /ds/update}. Arguments: port, and {@code mem} or the
 * directory of a TDB2 dataset. Properties: {@code server.basic} (user:password) and {@code server.bearer} (token) ask for
 * authentication; {@code server.keystore} with {@code server.keystore.password} for TLS; with {@code
 * server.truststore}, of the same password, clients need a certificate of it.
 */
public final class Fuseki {
    private Fuseki() {}

    /** Starts the server and never returns. */
    public static void main(String[] args) {
        Dataset dataset = args[1].equals("mem") ? DatasetFactory.createTxnMem() : TDB2Factory.connectDataset(args[1]);
        FusekiServer.Builder server = FusekiServer.create().loopback(true).add("/ds", dataset, true);
        String keyStore = System.getProperty("server.keystore");
        if (keyStore == null) {
            server.port(Integer.parseInt(args[0]));
        } else {
            server.https(Integer.parseInt(args[0]), keyStore, System.getProperty("server.keystore.password"));
        }
        String basic = System.getProperty("server.basic");
        String bearer = System.getProperty("server.bearer");
        if (basic != null) {
            guard(server, "Basic " + Base64.getEncoder().encodeToString(basic.getBytes(StandardCharsets.UTF_8)));
        } else if (bearer != null) {
            guard(server, "Bearer " + bearer);
        }
        FusekiServer built = server.build();
        String trustStore = System.getProperty("server.truststore");
        if (trustStore != null) {
            needCertificates(built, trustStore);
        }
        built.start().join();
    }

    private static void needCertificates(FusekiServer server, String trustStore) {
        for (Connector connector : server.getJettyServer().getConnectors()) {
            SslConnectionFactory tls = connector.getConnectionFactory(SslConnectionFactory.class);
            if (tls != null) {
                tls.getSslContextFactory().setTrustStorePath(trustStore);
                tls.getSslContextFactory().setTrustStorePassword(System.getProperty("server.keystore.password"));
                tls.getSslContextFactory().setNeedClientAuth(true);
            }
        }
    }

    private static void guard(FusekiServer.Builder server, String authorization) {
        server.addFilter("/*", new HttpFilter() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                    throws IOException, ServletException {
                if (authorization.equals(request.getHeader("Authorization"))) {
                    chain.doFilter(request, response);
                } else {
                    response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
                }
            }
        });
    }
}
