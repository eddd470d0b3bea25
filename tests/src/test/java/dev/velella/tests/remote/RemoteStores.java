package dev.velella.tests.remote;

import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.sink.remote.RemoteSettings;
import dev.velella.sink.remote.RemoteTarget;
import dev.velella.sink.remote.sparql.Sparql11Protocol;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.NetEffect;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.Target;
import dev.velella.sink.targets.rdf4j.Rdf4jProtocol;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;

/** Settings and batches for tests of remote targets. */
public final class RemoteStores {
    private RemoteStores() {}

    /** Exactly once, directly. */
    public static RemoteSettings settings(StoreServer server) {
        return settings(server, server.queryUrl(), server.updateUrl(), Duration.ofSeconds(60));
    }

    static RemoteSettings settings(StoreServer server, URI queryUrl, URI updateUrl, Duration requestTimeout) {
        boolean rdf4j = server.traits().isRdf4j();
        return new RemoteSettings(
                rdf4j ? Rdf4jProtocol.INSTANCE : Sparql11Protocol.INSTANCE,
                queryUrl,
                rdf4j ? queryUrl : updateUrl,
                Authentication.NONE,
                Tls.DEFAULT,
                Duration.ofSeconds(120),
                requestTimeout,
                32 * 1024 * 1024,
                RemoteSettings.Delivery.EXACTLY_ONCE,
                rdf4j,
                1000);
    }

    /** As the other, through a proxy. */
    static RemoteSettings settings(StoreServer server, FaultyProxy proxy, int timeoutSeconds) {
        return settings(
                server,
                proxy.url(server.queryUrl()),
                proxy.url(server.updateUrl()),
                Duration.ofSeconds(timeoutSeconds));
    }

    static RemoteTarget target(StoreServer server, String connector) {
        return RemoteTarget.of(settings(server), connector);
    }

    static Claim claim(Target target, PartitionId partition) {
        return target.claim(List.of(partition)).get(partition);
    }

    /** A batch of one record that is not numbered. */
    public static Batch batch(
            Target target, PartitionId partition, Claim claim, List<Statement> deletes, List<Statement> adds) {
        BatchBuilder builder = new BatchBuilder(target);
        builder.apply(partition, claim, claim.nextOffset(), null, rows(deletes, adds), null, null);
        return builder.build();
    }

    /** A batch of one record that is numbered and leads to a state. */
    static Batch batch(
            Target target,
            PartitionId partition,
            Claim claim,
            String key,
            long number,
            List<Statement> deletes,
            List<Statement> adds,
            Set<Statement> state) {
        BatchBuilder builder = new BatchBuilder(target);
        PatchPosition position = new PatchPosition(number, GraphHash.ofSet(state), false);
        builder.apply(
                partition,
                claim,
                claim.nextOffset(),
                key,
                rows(deletes, adds),
                new StreamId(partition.topic(), key),
                StreamState.at(position));
        return builder.build();
    }

    static List<PatchOperation> rows(List<Statement> deletes, List<Statement> adds) {
        return NetEffect.effectiveRows(RdfPatch.change(deletes, adds));
    }
}
