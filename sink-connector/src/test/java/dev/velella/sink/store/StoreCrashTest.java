package dev.velella.sink.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.velella.fixture.ShortLivedJvm;
import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.error.StoreFailedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.rdf4j.sail.lmdb.HaltingIds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that applies patches is ended somewhere; what it left is the stream at the stored offset, and goes on. */
class StoreCrashTest {
    @TempDir
    Path directory;

    private Process writer(String kind, int patches, String end, int when) throws IOException {
        return ShortLivedJvm.process(
                        256,
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                        StoreWriter.class.getName(),
                        kind,
                        directory.toString(),
                        Integer.toString(patches),
                        end,
                        Integer.toString(when))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Runs a writer to its end, by itself or by force; returns the last offset that it has printed. */
    private static long ended(Process writer, int status) throws Exception {
        long last = -1;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last = Long.parseLong(line.replace("start ", ""));
            }
        }
        assertThat(writer.waitFor()).isEqualTo(status);
        return last;
    }

    /** The store is the stream at its offset, which is returned. */
    private long audited(String kind) {
        try (EmbeddedTarget target = StoreWriter.open(kind, directory)) {
            long next = Optional.ofNullable(target.durableOffsets().get(StoreWriter.P0))
                    .orElse(0L);
            Stream stream = StoreWriter.stream(next);
            StoreAudit.assertHolds(target, stream.state());
            assertThat(target.chain(new StreamId("patches", "device")).map(StreamState::hash))
                    .isEqualTo(next == 0 ? Optional.empty() : Optional.of(stream.hash()));
            return next;
        }
    }

    @ParameterizedTest
    @CsvSource({"between-commits, 1", "between-commits, 5", "while-adding, 70"})
    void anLmdbTransactionIsWholeWhereverTheProcessEnds(String end, int when) throws Exception {
        long printed = ended(writer("lmdb", 100, end, when), HaltingIds.STATUS);
        // With the statements committed, the transaction counts, though nobody was told.
        assertThat(audited("lmdb")).isEqualTo(end.equals("between-commits") ? printed + 1 : printed);

        long last = ended(writer("lmdb", 12, "by-itself", 0), 0);
        assertThat(audited("lmdb")).isEqualTo(last);
    }

    /** Why the target does not leave transactions to RDF4J; when this fails, RDF4J has become safe. */
    @Test
    void aTransactionAsRdf4jMakesItIsTornBetweenTheCommitsOfItsTwoFiles() throws Exception {
        ended(writer("lmdb-plain", 100, "between-commits-of-rdf4j", 4), HaltingIds.STATUS);

        Throwable fault = catchThrowable(() -> audited("lmdb"));
        assertThat(fault).isNotNull();
        assertThat(fault).isInstanceOf(StoreFailedException.class).hasMessageContaining("damaged");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void aKilledWriterLeavesTheStreamAtTheStoredOffset(String kind) throws Exception {
        int kills = Integer.getInteger("velella.kills", 2);
        long before = 0;
        for (int kill = 0; kill < kills; kill++) {
            Process writer = writer(kind, Integer.MAX_VALUE, "by-force", 0);
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.US_ASCII))) {
                long start = Long.parseLong(lines.readLine().substring("start ".length()));
                assertThat(start).isEqualTo(before);
                long printed = start;
                for (int i = 0; i < 20 + 7 * kill % 30; i++) {
                    printed = Long.parseLong(lines.readLine());
                }
                writer.toHandle().destroyForcibly(); // which leaves what it printed
                writer.waitFor();
                printed = lines.lines().mapToLong(Long::parseLong).max().orElse(printed);
                long stored = audited(kind);
                assertThat(stored).isGreaterThan(before);
                if (kind.equals("lmdb")) {
                    assertThat(stored).isBetween(printed, printed + 1);
                }
                before = stored;
            } finally {
                writer.destroyForcibly();
            }
        }
    }
}
