package dev.velella.sink.targets.http;

import dev.velella.sink.remote.RemoteProtocol;
import dev.velella.sink.remote.rdf4j.Rdf4jProtocol;
import dev.velella.sink.targets.remote.RemoteTargetType;

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
    protected RemoteProtocol protocol() {
        return Rdf4jProtocol.INSTANCE;
    }
}
