package dev.velella.sink.targets.rdf4j;

import dev.velella.sink.remote.GuardedStore;
import dev.velella.sink.remote.RemoteFailure;
import dev.velella.sink.remote.RemoteHttp;
import dev.velella.sink.remote.RemoteProtocol;
import dev.velella.sink.remote.RemoteSettings;
import dev.velella.sink.store.Capabilities;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/** REST protocol of RDF4J server. Stateless and thread-safe. */
public enum Rdf4jProtocol implements RemoteProtocol {
    /** The only one. */
    INSTANCE;

    private static final Pattern REPOSITORY = Pattern.compile(".*/repositories/[^/]+/?");

    @Override
    public GuardedStore open(RemoteSettings settings, String connector, RemoteHttp http) {
        return new Rdf4jServerStore(settings, connector, http);
    }

    @Override
    public Capabilities capabilities(RemoteSettings settings) {
        return new Capabilities(
                settings.tripleTerms(), true, settings.delivery() == RemoteSettings.Delivery.EXACTLY_ONCE);
    }

    @Override
    public URI updates(RemoteSettings settings) {
        return URI.create(settings.queryUrl() + "/statements");
    }

    @Override
    public Optional<String> addressProblem(RemoteSettings settings) {
        return REPOSITORY.matcher(settings.queryUrl().toString()).matches()
                ? Optional.empty()
                : Optional.of(RemoteFailure.shown(settings.queryUrl())
                        + " is not the URL of a repository of an RDF4J server, which ends in /repositories/NAME");
    }
}
