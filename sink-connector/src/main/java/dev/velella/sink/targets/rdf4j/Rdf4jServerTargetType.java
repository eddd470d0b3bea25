package dev.velella.sink.targets.rdf4j;

import dev.velella.sink.remote.RemoteProtocol;
import dev.velella.sink.targets.remote.RemoteOptions;
import dev.velella.sink.targets.remote.RemoteTargetType;
import org.apache.kafka.common.config.AbstractConfig;

/** A repository of an RDF4J server. */
public final class Rdf4jServerTargetType extends RemoteTargetType {
    @Override
    public String name() {
        return "http";
    }

    @Override
    public String description() {
        return "a repository of an RDF4J server.";
    }

    @Override
    public boolean makesStores() {
        return true;
    }

    @Override
    public boolean make(AbstractConfig config, String template) {
        return Rdf4jRepositories.makeIfMissing(RemoteOptions.settings(config, protocol()), template);
    }

    @Override
    protected RemoteProtocol protocol() {
        return Rdf4jProtocol.INSTANCE;
    }
}
