package dev.velella.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.annotations.AnnotationConfiguration;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.HandlerWrapper;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.webapp.Configuration;
import org.eclipse.jetty.webapp.WebAppContext;
import org.eclipse.jetty.webapp.WebInfConfiguration;
import org.eclipse.jetty.webapp.WebXmlConfiguration;

/**
 * RDF4J server at {@code http://localhost:PORT/rdf4j-server}; its repositories lie in the directory of the property {@code
 * org.eclipse.rdf4j.appdata.basedir}. Arguments: war, port. Properties: {@code server.basic} (user:password) and {@code
 * server.bearer} (token) ask for authentication; {@code server.keystore} with {@code server.keystore.password} for TLS;
 * with {@code server.truststore}, of the same password, clients need a certificate of it; {@code server.extra} names further
 * jars of the application, separated by semicolons. {@code server.down} names a file; while the file is there, the repository
 * whose id is its content answers 503.
 */
public final class Rdf4jServer {
    private Rdf4jServer() {}

    /** Starts the server and never returns. */
    public static void main(String[] args) throws Exception {
        WebAppContext application = new WebAppContext();
        application.setContextPath("/rdf4j-server");
        application.setWar(Path.of(args[0]).toUri().toString());
        application.setExtraClasspath(System.getProperty("server.extra", ""));
        application.setAttribute("org.eclipse.jetty.server.webapp.ContainerIncludeJarPattern", "^$");
        application.setConfigurations(
                new Configuration[] {new WebInfConfiguration(), new WebXmlConfiguration(), new AnnotationConfiguration()
                });
        Server server = new Server();
        ServerConnector connector = connector(server);
        connector.setHost("localhost");
        connector.setPort(Integer.parseInt(args[1]));
        server.addConnector(connector);
        server.setHandler(guarded(application));
        server.setStopAtShutdown(true); // closes the repositories
        server.start();
        server.join();
    }

    private static ServerConnector connector(Server server) {
        String keyStore = System.getProperty("server.keystore");
        if (keyStore == null) {
            return new ServerConnector(server);
        }
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(keyStore);
        tls.setKeyStorePassword(System.getProperty("server.keystore.password"));
        String trustStore = System.getProperty("server.truststore");
        if (trustStore != null) {
            tls.setTrustStorePath(trustStore);
            tls.setTrustStorePassword(System.getProperty("server.keystore.password"));
            tls.setNeedClientAuth(true);
        }
        HttpConfiguration secured = new HttpConfiguration();
        secured.addCustomizer(new SecureRequestCustomizer()); // else it names its transactions by http
        return new ServerConnector(
                server,
                new SslConnectionFactory(tls, HttpVersion.HTTP_1_1.asString()),
                new HttpConnectionFactory(secured));
    }

    private static HandlerWrapper guarded(WebAppContext application) {
        String basic = System.getProperty("server.basic");
        String bearer = System.getProperty("server.bearer");
        String wanted = null;
        if (basic != null) {
            wanted = "Basic " + Base64.getEncoder().encodeToString(basic.getBytes(StandardCharsets.UTF_8));
        } else if (bearer != null) {
            wanted = "Bearer " + bearer;
        }
        String authorization = wanted;
        String down = System.getProperty("server.down");
        HandlerWrapper guard = new HandlerWrapper() {
            @Override
            public void handle(String target, Request base, HttpServletRequest request, HttpServletResponse response)
                    throws IOException, ServletException {
                if (down != null && isDown(Path.of(down), target)) {
                    base.setHandled(true);
                    response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
                    return;
                }
                if (authorization == null || authorization.equals(request.getHeader("Authorization"))) {
                    super.handle(target, base, request, response);
                } else {
                    base.setHandled(true);
                    response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
                }
            }
        };
        guard.setHandler(application);
        return guard;
    }

    private static boolean isDown(Path file, String target) throws IOException {
        return Files.exists(file)
                && (target + "/")
                        .contains("/repositories/" + Files.readString(file).strip() + "/");
    }
}
