package dev.velella.sink.targets.sparql;

import dev.velella.sink.remote.RemoteProtocol;
import dev.velella.sink.remote.sparql.Sparql11Protocol;
import dev.velella.sink.targets.TargetOptionGroup;
import dev.velella.sink.targets.remote.RemoteOptions;
import dev.velella.sink.targets.remote.RemoteTargetType;
import java.util.ArrayList;
import java.util.List;

/** A SPARQL 1.1 endpoint. */
public final class SparqlTargetType extends RemoteTargetType {
    @Override
    public String name() {
        return "sparql";
    }

    @Override
    public String description() {
        return "any SPARQL 1.1 endpoint with named graphs and atomic updates.";
    }

    @Override
    public List<TargetOptionGroup> optionGroups() {
        List<TargetOptionGroup> groups = new ArrayList<>(super.optionGroups());
        groups.add(RemoteOptions.UPDATES);
        return groups;
    }

    @Override
    protected RemoteProtocol protocol() {
        return Sparql11Protocol.INSTANCE;
    }
}
