package dev.velella.sink.remote;

import dev.velella.sink.store.Capabilities;
import java.net.URI;
import java.util.Optional;

/** The protocol of one kind of server. Stateless and thread-safe. */
public interface RemoteProtocol {

    /**
     * Makes the store for some settings. Does not contact it yet.
     *
     * @param connector name of the connector, under which offsets and chains are kept
     * @param http connections; closed together with the store
     */
    GuardedStore open(RemoteSettings settings, String connector, RemoteHttp http);

    /** The kinds of terms that such a store can hold. */
    Capabilities capabilities(RemoteSettings settings);

    /** The address for SPARQL updates. */
    URI updates(RemoteSettings settings);

    /** Says why the store cannot be at its address, judged by the address alone; empty if it can. */
    default Optional<String> addressProblem(RemoteSettings settings) {
        return Optional.empty();
    }
}
