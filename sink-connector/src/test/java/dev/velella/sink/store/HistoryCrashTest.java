package dev.velella.sink.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.fixture.ShortLivedJvm;
import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.versions.CommitTable;
import dev.velella.sink.versions.StoreHistory;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that writes a store with a history is killed; present and past are the stream at each offset. */
class HistoryCrashTest {
    @TempDir
    Path directory;

    /** Every commit is the stream at its offset. Returns the number of patches in the present. */
    private long audited(String kind) {
        try (EmbeddedTarget target = HistoryWriter.open(kind, directory)) {
            CommitTable commits = target.history().map(StoreHistory::commits).orElseThrow();
            Stream stream = StoreWriter.stream(0);
            long applied = 0;
            for (long number = commits.first(); number <= commits.last(); number++) {
                Long next = commits.get(number).offsets().get(StoreWriter.P0);
                for (; next != null && applied < next; applied++) {
                    stream.next();
                }
                try (RepositoryConnection past = target.connect(number).orElseThrow()) {
                    Set<Statement> found =
                            past.getStatements(null, null, null, false).stream().collect(Collectors.toSet());
                    assertThat(found).as("commit %d", number).isEqualTo(stream.state());
                }
            }
            StoreAudit.assertHolds(target, stream.state());
            Map<PartitionId, Long> durable = target.durableOffsets();
            assertThat(applied).isEqualTo(durable.getOrDefault(StoreWriter.P0, 0L));
            assertThat(commits.first()).as("the history goes on after a kill").isEqualTo(1);
            return applied;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void aKilledWriterLeavesPastAndPresentRight(String kind) throws Exception {
        int kills = Integer.getInteger("velella.kills", 2);
        long before = 0;
        for (int kill = 0; kill < kills; kill++) {
            Process writer = ShortLivedJvm.process(
                            256,
                            "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                            HistoryWriter.class.getName(),
                            kind,
                            directory.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.US_ASCII))) {
                assertThat(lines.readLine()).isEqualTo("start " + before);
                for (int i = 0; i < 20 + 7 * kill % 30; i++) {
                    assertThat(lines.readLine()).isNotNull();
                }
                writer.toHandle().destroyForcibly();
                writer.waitFor();
                long stored = audited(kind);
                assertThat(stored).isGreaterThan(before);
                before = stored;
            } finally {
                writer.destroyForcibly();
            }
        }
    }
}
