package dev.velella.sink.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.sink.SinkStores;
import dev.velella.sink.error.StoreDamagedException;
import dev.velella.sink.options.RdfSinkConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said where store and topics do not fit; that the ways work is tested with real stores and topics. */
class WaysOutTest {
    private static final LostHistory.Lost CUT = new LostHistory.Lost("records are gone", "a", false);
    private static final LostHistory.Lost EMPTIED = new LostHistory.Lost("nothing is known", "a", true);

    private static WaysOut of(Map<String, String> more) {
        Map<String, String> options = new HashMap<>(Map.of("name", "sink", "topics", "a, b", "target.dir", "store"));
        options.putAll(more);
        return new WaysOut(new RdfSinkConfig(options));
    }

    @Test
    void whatTheConnectorReadsAlreadyIsReadFurtherOn() {
        Map<String, String> more = Map.of(
                "topics", "a,b,bs",
                "snapshot.topics", "bs:b",
                "kafka.bootstrap.servers", "unused:1");
        assertThat(of(more).message(CUT, Optional.of("patches are gone")))
                .startsWith(
                        "records are gone. Nothing was changed. The topics cannot build the store again: patches are gone")
                .contains("velella.snapshot.topic=a-snapshots ")
                .contains("topics=a,b,bs,a-snapshots, snapshot.topics=bs:b,a-snapshots:a and on.lost.history=rebuild");
        assertThat(of(Map.of("topics", "", "topics.regex", "a|b")).message(CUT, Optional.of("patches are gone")))
                .contains("topics.regex so that it matches a-snapshots too");
    }

    @Test
    void whereSnapshotsAreReadTheyAreWaitedFor() {
        Map<String, String> more =
                Map.of("topics", "a,as", "snapshot.topics", "as:a", "kafka.bootstrap.servers", "unused:1");
        assertThat(of(more).message(CUT, Optional.of("patches are gone")))
                .contains("velella.snapshot.topic=as ", "start this task again, with on.lost.history=rebuild");
    }

    /** Of which the diff app writes no snapshots. */
    @Test
    void graphsThatAreLeftGoIntoAnotherStore() {
        String way = of(Map.of("on.graph", "replace")).message(CUT, Optional.of("graphs are gone"));
        assertThat(way)
                .contains("a connector of another name with another, empty store (target.dir)")
                .contains("\"errors.tolerance\": \"all\"")
                .doesNotContain("velella.snapshot.topic");
        assertThat(of(Map.of("on.graph", "replace", "target", "http", "target.url", "http://host/r"))
                        .message(CUT, Optional.of("graphs are gone")))
                .contains("another, empty store (target.url)");
    }

    @Test
    void whereTheTopicsHoldAllItIsBuiltAgainOrFilled() {
        assertThat(of(Map.of()).message(CUT, Optional.empty())).contains("built beside this one", "this one is kept");
        assertThat(of(Map.of()).message(EMPTIED, Optional.empty())).contains("the store is filled from them");
    }

    @Test
    void aStoreOnAServerIsEmptiedByHandOnly() {
        assertThat(of(Map.of(
                                "target",
                                "sparql",
                                "target.url",
                                "http://host:3030/data/query?key=secret",
                                "target.update.url",
                                "http://host:3030/data/update?key=secret"))
                        .message(CUT, Optional.empty()))
                .contains("--data 'DROP ALL' http://host:3030/data/update)")
                .doesNotContain("secret");
        assertThat(of(Map.of("target", "http", "target.url", "http://host:8080/rdf4j-server/repositories/data"))
                        .message(CUT, Optional.empty()))
                .contains("--data 'DROP ALL' http://host:8080/rdf4j-server/repositories/data/statements)");
    }

    /** Who only looks at a store does not put another in its place, whatever the connector may do. */
    @Test
    void aDamagedStoreThatIsVerifiedStays(@TempDir Path directory) throws Exception {
        Path file = Files.createFile(directory.resolve("memorystore.data"));
        RdfSinkConfig config = new RdfSinkConfig(Map.of(
                "name", "sink",
                "target.dir", directory.toString(),
                "kafka.bootstrap.servers", "unused:1",
                "on.lost.history", "rebuild"));
        assertThatThrownBy(() -> SinkStores.open(config, Duration.ZERO)).isInstanceOf(StoreDamagedException.class);
        assertThat(file).isEmptyFile();
        SinkStores.openForTask(config).close();
        assertThat(file).isNotEmptyFile();
    }
}
