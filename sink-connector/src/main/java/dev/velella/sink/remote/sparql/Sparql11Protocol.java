package dev.velella.sink.remote.sparql;

import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.sink.remote.GuardedStore;
import dev.velella.sink.remote.RemoteHttp;
import dev.velella.sink.remote.RemoteProtocol;
import dev.velella.sink.remote.RemoteSettings;
import dev.velella.sink.store.Capabilities;
import java.net.URI;
import java.time.Duration;

/** The SPARQL 1.1 Protocol. Stateless and thread-safe. */
public enum Sparql11Protocol implements RemoteProtocol {
    /** The only one. */
    INSTANCE;

    /** Settings for a SPARQL endpoint that is only read, without authentication. */
    public static RemoteSettings reading(URI queryUrl, Duration timeout) {
        return new RemoteSettings(
                INSTANCE,
                queryUrl,
                queryUrl,
                Authentication.NONE,
                Tls.DEFAULT,
                timeout,
                timeout,
                0,
                RemoteSettings.Delivery.AT_LEAST_ONCE,
                false,
                0);
    }

    @Override
    public GuardedStore open(RemoteSettings settings, String connector, RemoteHttp http) {
        return new SparqlStore(settings, connector, http);
    }

    @Override
    public Capabilities capabilities(RemoteSettings settings) {
        return new Capabilities(false, false, settings.delivery() == RemoteSettings.Delivery.EXACTLY_ONCE);
    }

    @Override
    public URI updates(RemoteSettings settings) {
        return settings.updateUrl();
    }
}
