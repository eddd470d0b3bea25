package dev.velella.sink.remote;

import dev.velella.sink.store.Capabilities;
import java.net.URI;
import java.util.Optional;

/** How one kind of server is talked to. Stateless and thread-safe. */
public interface RemoteProtocol {

    /**
     * The store that settings name. Does not contact it yet.
     *
     * @param connector name of the connector, under which offsets and chains are kept
     * @param http is closed with the store
     */
    GuardedStore open(RemoteSettings settings, String connector, RemoteHttp http);

    /** What such a store can hold. */
    Capabilities capabilities(RemoteSettings settings);

    /** Where it takes SPARQL updates. */
    URI updates(RemoteSettings settings);

    /** Why the store cannot be at its address, as far as the address alone tells; empty if it can. */
    default Optional<String> addressProblem(RemoteSettings settings) {
        return Optional.empty();
    }
}
