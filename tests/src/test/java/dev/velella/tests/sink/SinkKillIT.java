package dev.velella.tests.sink;

import dev.velella.tests.remote.ServerProcess;
import dev.velella.tests.remote.SharedServers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker with one sink for each kind of target is killed while patches flow. */
class SinkKillIT {
    private final int kills = Integer.getInteger("velella.kills", 2);

    @BeforeAll
    static void startServers() throws Exception {
        SharedServers.start(ServerProcess.Kind.RDF4J, ServerProcess.Kind.TDB2);
    }

    @Test
    void everyKillLeavesTheStreamsAtTheStoredOffsets(@TempDir Path scratch) throws Exception {
        List<AuditedSink> sinks = new ArrayList<>(List.of(
                new EmbeddedSink("memory", scratch),
                new EmbeddedSink("lmdb", scratch),
                new RemoteSink(
                        SharedServers.get(ServerProcess.Kind.RDF4J), "patches", Map.of("batch.max.records", "10")),
                new RemoteSink(
                        SharedServers.get(ServerProcess.Kind.TDB2), "patches", Map.of("batch.max.records", "50"))));
        if (kills > 1) { // is asked in the same way as TDB2
            sinks.add(new RemoteSink(
                    SharedServers.get(ServerProcess.Kind.FUSEKI), "patches", Map.of("batch.max.records", "10")));
        }
        new WorkerKills(sinks, kills, scratch).run();
    }
}
