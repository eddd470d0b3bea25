package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.cli.VelellaRun;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import dev.velella.tests.sink.PatchStream;
import dev.velella.tests.sink.RemoteSink;
import dev.velella.tests.sink.RunningConnector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;

/**
 * Sinks of one topic in a worker, three interleaved writers in each of its partitions. The tasks of every sink become 3,
 * those servers that keep their data are killed while batches are in flight, the tasks become 2, again and again; a server
 * that keeps nothing is killed at the first time and each fifth. After each step every store is what the stream is at the
 * store's offsets.
 */
public final class RebalancesAndKills {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final int PARTITIONS = 3;
    private static final int RATE = 150;
    /** How far the writer may be ahead of the slowest store: some batches, so that there is always one in flight. */
    private static final int AHEAD = 300;

    private final String topic;
    private final List<RemoteSink> sinks;
    private final int kills;
    private final Path scratch;
    private final int atLeast;
    private final PatchStream patches;

    /**
     * Nothing is started yet.
     *
     * @param topic that the sinks read; begin of the names of all graphs too
     * @param sinks each with a server that is up
     * @param atLeast patches, of which those after the last kill go on without one
     * @param scratch directory for files
     */
    public RebalancesAndKills(String topic, List<RemoteSink> sinks, int kills, int atLeast, Path scratch) {
        this.topic = topic;
        this.sinks = sinks;
        this.kills = kills;
        this.scratch = scratch;
        this.atLeast = atLeast;
        this.patches = new PatchStream(topic, Math.max(2000 + 2000 * kills, atLeast), 18, PARTITIONS, 3);
    }

    /** Makes topic and connectors; the connectors are stopped afterwards. */
    public void run(String bootstrapServers, String restUrl) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) bootstrapServers))) {
            Topics.create(admin, topic, PARTITIONS);
        }
        ConnectRest rest = new ConnectRest(restUrl);
        patches.hold(true); // until somebody reads
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            try {
                patches.write(bootstrapServers, topic, RATE);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            for (int kill = 0; kill < kills; kill++) {
                tasks(rest, bootstrapServers, 1);
                goesOn(rest);
                tasks(rest, bootstrapServers, 3);
                goesOn(rest);
                assertThat(writing).as("kill %d falls into the stream", kill).isNotDone();
                patches.goOnFor(AHEAD); // however long the servers take to come back
                killServers(kill % 5 == 0);
                goesOn(rest);
                tasks(rest, bootstrapServers, 2);
                goesOn(rest);
            }
            if (patches.size() < atLeast) {
                patches.hold(false);
            } else {
                patches.end();
            }
            writing.get();
            for (RemoteSink sink : sinks) {
                Await.until(sink.name() + " has all", PATIENCE, () -> sink.applied() == patches.size());
                assertThat(rest.failure(sink.name())).isEmpty();
            }
        } finally {
            patches.end();
        }
        for (RemoteSink sink : sinks) {
            new RunningConnector(restUrl, sink.connector(bootstrapServers)).stop();
            assertThat(sink.audit(patches, true)).as(sink.name()).isEqualTo(patches.size());
            verify(sink, bootstrapServers);
        }
    }

    private void killServers(boolean forgetful) throws Exception {
        for (RemoteSink sink : sinks) {
            if (forgetful || sink.server().traits().keepsData()) {
                sink.server().kill();
                sink.server().start();
            }
        }
        for (RemoteSink sink : sinks) {
            sink.server().awaitUp();
        }
        int more = patches.size() + AHEAD / 10;
        patches.goOnFor(AHEAD / 10); // a task without a record does not find out that its store is empty now
        Await.until("records for every task", PATIENCE, () -> patches.size() >= more);
    }

    private void tasks(ConnectRest rest, String bootstrapServers, int tasks) throws Exception {
        for (RemoteSink sink : sinks) {
            ObjectNode connector = sink.connector(bootstrapServers);
            ((ObjectNode) connector.get("config")).put("tasks.max", Integer.toString(tasks));
            rest.create(connector);
        }
    }

    /** Every store takes more patches than it has, and is the stream then. */
    private void goesOn(ConnectRest rest) throws Exception {
        for (RemoteSink sink : sinks) {
            long goal = Math.max(0, sink.applied()) + 60;
            Await.until(sink.name() + " beyond " + goal, PATIENCE, () -> {
                assertThat(rest.failure(sink.name())).isEmpty();
                patches.hold(patches.size() > sink.applied() + AHEAD);
                return sink.applied() > goal;
            });
            patches.hold(true); // an audit takes its time, and the stream shall not end before the last kill
            sink.audit(patches, false);
        }
    }

    /**
     * What the command finds, which reads the store and the topic by itself. Of a store that writes numbers in its own way it has to
     * say that.
     */
    private void verify(RemoteSink sink, String bootstrapServers) throws IOException {
        Path config = Files.writeString(
                scratch.resolve(sink.name() + ".json"),
                sink.connector(bootstrapServers).toString());
        boolean keepsLiterals = sink.server().traits().keepsLiterals();
        VelellaRun chains = VelellaRun.of("verify", "--config", config.toString(), "--max-problems=5");
        assertThat(chains.status()).as("%s", chains).isEqualTo(keepsLiterals ? 0 : 1);
        VelellaRun full = VelellaRun.of("verify", "--config", config.toString(), "--full");
        assertThat(full.status()).as("%s", full).isEqualTo(keepsLiterals ? 0 : 4);
        assertThat(full.out()).endsWith(keepsLiterals ? "equal\n" : "equal by value\n");
    }
}
