package dev.velella.sink.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.velella.sink.directory.StorePlaces;
import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.embedded.LmdbFiles;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.embedded.LmdbTarget;
import dev.velella.sink.embedded.MemoryFiles;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.embedded.Repair;
import dev.velella.sink.error.StoreDamagedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that is built beside the one in use: until it is complete nothing is changed, and nothing is ever deleted unasked. */
class BuildBesideTest {
    private static final PartitionId P0 = new PartitionId("patches", 0);

    private static final LmdbSettings LMDB = new LmdbSettings("spoc,posc,ospc", 64 << 20, 1);

    @TempDir
    Path directory;

    private EmbeddedTarget target;

    private void open(String kind) {
        target = kind.equals("lmdb")
                ? LmdbTarget.open(directory, "sink", Duration.ZERO, LMDB)
                : MemoryTarget.open(directory, "sink", Duration.ZERO);
    }

    @AfterEach
    void close() {
        target.close();
    }

    private String fill(Stream device, int patches) {
        Claim claim = target.claim(List.of(P0)).get(P0);
        for (int i = 0; i < patches; i++) {
            Stream.Numbered patch = device.next();
            BatchBuilder batch = new BatchBuilder(target);
            PatchBatch.add(batch, P0, claim, claim.nextOffset(), device.key(), patch.position(), patch.patch());
            claim = target.apply(batch.build()).get(P0);
        }
        target.checkpoint();
        return target.storeId();
    }

    private long shown() {
        try (RepositoryConnection connection = target.connect()) {
            return connection.size() - connection.size(SystemGraph.GRAPH);
        }
    }

    private List<String> entries() throws IOException {
        try (java.util.stream.Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.startsWith("re") || name.startsWith("kept"))
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void queriesSeeTheStoreInUseUntilTheOtherTakesItsPlace(String kind) throws IOException {
        open(kind);
        Stream device = new Stream("a", 4);
        String id = fill(device, 3);
        assertThat(target.isAllOfStreams()).isTrue();
        assertThat(target.chains()).hasSize(1);

        target.buildBeside();
        assertThat(target.chains()).isEmpty();
        assertThat(target.durableOffsets()).isEmpty();
        fill(new Stream("b", 1), 2);
        assertThat(shown()).isEqualTo(device.size());
        assertThat(target.status().storeId()).isEqualTo(id);
        target.reopen();
        assertThat(shown()).as("the new one alone is opened again").isEqualTo(device.size());

        Path kept = target.exchange().orElseThrow();
        target.reopen();
        assertThat(shown()).isEqualTo(2);
        assertThat(target.chains()).containsOnlyKeys(new StreamId("patches", "b"));
        assertThat(target.storeId()).isNotEqualTo(id);
        assertThat(entries()).containsExactly(kept.getFileName().toString());

        target.close();
        directory = kept;
        open(kind);
        assertThat(target.storeId()).isEqualTo(id);
        assertThat(shown()).isEqualTo(device.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void aStoreThatWasNotFinishedIsThrownAway(String kind) throws IOException {
        open(kind);
        Stream device = new Stream("a", 4);
        String id = fill(device, 3);
        target.buildBeside();
        fill(new Stream("b", 1), 2);
        target.close();

        open(kind);
        assertThat(target.storeId()).isEqualTo(id);
        assertThat(shown()).isEqualTo(device.size());
        assertThat(entries()).isEmpty();
    }

    /** The process ends after each of the steps of an exchange. */
    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void anExchangeThatHadBegunIsEnded(String kind) throws IOException {
        String files = kind.equals("lmdb") ? LmdbFiles.FOLDER : MemoryFiles.FILE;
        for (int step = 1; step <= 3; step++) {
            open(kind);
            String id = fill(new Stream("step" + step, 4), 1);
            target.buildBeside();
            String other = target.storeId();
            target.checkpoint();
            target.close();
            Path rebuilt = directory.resolve("rebuilt");
            Files.move(directory.resolve("rebuild"), rebuilt);
            if (step > 1) {
                new StorePlaces(directory, files).keep();
            }
            if (step > 2) {
                Files.move(rebuilt.resolve(files), directory.resolve(files));
            }

            open(kind);
            assertThat(target.storeId()).isEqualTo(other).isNotEqualTo(id);
            assertThat(entries()).hasSize(step).allMatch(entry -> entry.startsWith("kept-"));
            target.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void onlySomeStoresAreKept(String kind) throws IOException {
        open(kind);
        List<Path> kept = new ArrayList<>();
        for (int i = 0; i < StorePlaces.MOST_KEPT + 2; i++) {
            target.buildBeside();
            target.exchange().ifPresent(kept::add);
            target.reopen();
        }
        assertThat(entries())
                .containsExactlyInAnyOrderElementsOf(kept.subList(2, kept.size()).stream()
                        .map(path -> path.getFileName().toString())
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void statementsOfNoStreamAreSeen(String kind) {
        open(kind);
        fill(new Stream("a", 4), 2);
        Repair.apply(target, List.of(), List.of(Stream.statement("other", 1, "urn:test:other")));
        assertThat(target.isAllOfStreams()).isFalse();
    }

    /** What the message of a damaged store says is done; the store that was damaged is still there. */
    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void theAdviceForADamagedStoreIsFollowed(String kind, @TempDir Path elsewhere) throws IOException {
        open(kind);
        String id = fill(new Stream("a", 4), 2);
        target.close();
        Path damaged =
                kind.equals("lmdb") ? directory.resolve("lmdb/values/data.mdb") : directory.resolve("memorystore.data");
        Files.write(damaged, new byte[kind.equals("lmdb") ? (int) Files.size(damaged) : 0]);
        String message = String.valueOf(catchThrowableOfType(StoreDamagedException.class, () -> open(kind))
                .getMessage());
        Path files = Path.of(message.substring(message.indexOf("; move ") + 7, message.indexOf(" to a place outside")));
        Files.move(files, elsewhere.resolve("damaged"));
        open(kind);
        assertThat(target.storeId()).isNotEqualTo(id);
        assertThat(shown()).isZero();
        assertThat(elsewhere.resolve("damaged")).exists();
    }
}
