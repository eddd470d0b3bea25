package dev.velella.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.velella.capture.OutboxPosition;
import dev.velella.capture.OutboxTerms;
import dev.velella.fixture.SmallDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryResult;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The disk of the store, or of its outbox, gets full: commits are refused, and the message says why. Then an operator does what
 * docs/change-capture.md says: makes room, and restarts. Root alone can make a small disk; for others this is skipped.
 */
class OutboxFullDiskTest {
    @TempDir
    private Path scratch;

    @ParameterizedTest
    @CsvSource({
        "lmdb, store, 4096 65536, false",
        "lmdb, outbox, 4096, false",
        "native, store, 8192 65536, false",
        "native, store, 8192, true",
        "memory, store, 65536, false",
    })
    void nothingIsLostWhenThereIsRoomAgain(String kind, String onTheDisk, String free, boolean isReading)
            throws Exception {
        try (SmallDisk disk = new SmallDisk(scratch.resolve("disk"), "24m")) {
            assumeThat(disk.canBeFilled()).isTrue();
            Path place = Files.createDirectory(disk.directory().resolve(onTheDisk));
            Files.createSymbolicLink(scratch.resolve(onTheDisk), place);
            fillAndMakeRoom(disk, kind, onTheDisk, free, isReading);
        }
    }

    private void fillAndMakeRoom(SmallDisk disk, String kind, String onTheDisk, String free, boolean isReading)
            throws IOException {
        OutboxStores.repository(kind, scratch, OutboxSettings.DEFAULT).shutDown();
        Set<Statement> replica = new HashSet<>();
        long number = 0;
        for (String bytes : free.split(" ")) {
            OutboxStores.backUp(scratch);
            String said = writeUntilRefused(disk, kind, bytes, isReading);
            if (onTheDisk.equals("outbox")) {
                assertThat(said).contains("nothing is committed").doesNotContain("with room: ");
            } else {
                assertThat(said).containsPattern("with room: .*takes no commits until the repository is restarted");
            }
            SailRepository repository = OutboxStores.restart(kind, scratch);
            try (RepositoryConnection connection = repository.getConnection()) {
                OutboxPosition position = OutboxStores.position(connection);
                number = OutboxStores.follow(connection, number, replica);
                assertThat(number).isEqualTo(position.number()).isGreaterThanOrEqualTo(acknowledged(said));
                assertThat(OutboxStores.differences(replica, OutboxStores.contents(connection)))
                        .isEmpty();
            }
            repository.shutDown();
        }
    }

    private String writeUntilRefused(SmallDisk disk, String kind, String free, boolean isReading) throws IOException {
        Process process = OutboxStores.start(
                OutboxFullDiskWriter.class,
                List.of(kind, scratch.toString(), disk.directory().toString(), free, Boolean.toString(isReading)));
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.onExit().join();
        assertThat(said).contains("refused: ").contains("and then: ");
        return said;
    }

    /** The end of the last reader writes the commits of others, which the store had in memory. */
    @ParameterizedTest
    @ValueSource(strings = {"commit", "commit nothing", "rollback", "close", "result"})
    void noCommitIsTakenAfterTheEndOfAReaderHasLostOthers(String end) throws Exception {
        try (SmallDisk disk = new SmallDisk(scratch.resolve("disk"), "24m")) {
            assumeThat(disk.canBeFilled()).isTrue();
            Path place = Files.createDirectory(disk.directory().resolve("store"));
            Files.createSymbolicLink(scratch.resolve("store"), place);
            OutboxStores.repository("native", scratch, OutboxSettings.DEFAULT).shutDown();
            OutboxStores.backUp(scratch);
            SailRepository repository = OutboxStores.repository("native", scratch, OutboxSettings.DEFAULT);
            RepositoryConnection reading = repository.getConnection();
            try (RepositoryConnection writing = repository.getConnection()) {
                OutboxFullDiskWriter.write(writing, 1);
                AutoCloseable reader = begin(reading, end);
                for (int commit = 2; commit < 40; commit++) {
                    OutboxFullDiskWriter.write(writing, commit);
                }
                SmallDisk.fill(disk.directory(), 8192);
                assertThatThrownBy(reader::close).hasMessageContaining("the store could not write its last commits");
                disk.empty();
                assertThatThrownBy(() -> OutboxFullDiskWriter.write(writing, 40))
                        .hasMessageContaining("takes no commits until the repository is restarted");
            }
            if (reading.isOpen()) {
                reading.close();
            }
            repository.shutDown();
            SailRepository again = OutboxStores.restart("native", scratch);
            try (RepositoryConnection connection = again.getConnection()) {
                Set<Statement> replica = new HashSet<>();
                assertThat(OutboxStores.follow(connection, 0, replica)).isEqualTo(39);
                assertThat(OutboxStores.differences(replica, OutboxStores.contents(connection)))
                        .isEmpty();
            }
            again.shutDown();
        }
    }

    /** Begins to read, and says how the reader ends. */
    static AutoCloseable begin(RepositoryConnection reading, String end) {
        if (end.equals("result")) {
            RepositoryResult<Statement> result = reading.getStatements(null, null, null);
            assertThat(result.hasNext()).isTrue();
            return result::close;
        }
        reading.begin(IsolationLevels.SNAPSHOT);
        assertThat(reading.size()).isPositive();
        return switch (end) {
            case "commit" ->
                () -> {
                    reading.add(OutboxTerms.BYTES, OutboxTerms.BYTES, OutboxTerms.BYTES);
                    reading.commit();
                };
            case "commit nothing" -> reading::commit;
            case "rollback" -> reading::rollback;
            case "close" -> reading::close;
            default -> throw new AssertionError(end);
        };
    }

    /** The number of the last commit that was acknowledged. */
    private static long acknowledged(String said) {
        return said.lines()
                .filter(line -> line.matches("[0-9]+"))
                .mapToLong(Long::parseLong)
                .max()
                .orElseThrow();
    }
}
