package dev.velella.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.capture.OutboxPosition;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process with four writers is killed again and again; each time the outbox tells exactly what the store has. */
class OutboxCrashTest {
    private static final int KILLS = Integer.getInteger("velella.kills", 2);

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {"memory", "native", "lmdb"})
    void outboxAndStoreAgreeAfterEveryKill(String kind) throws Exception {
        Set<Statement> replica = new HashSet<>();
        SplittableRandom random = new SplittableRandom(1);
        long number = 0;
        String store = "";
        OutboxStores.repository(kind, scratch, OutboxSettings.DEFAULT).shutDown();
        for (int kill = 0; kill < KILLS; kill++) {
            OutboxStores.backUp(scratch);
            writeAndKill(kind, kill, number + 5 + random.nextInt(60));
            SailRepository repository = OutboxStores.restart(kind, scratch);
            try (RepositoryConnection connection = repository.getConnection()) {
                OutboxPosition position = OutboxStores.position(connection);
                assertThat(kill == 0 || position.store().equals(store))
                        .as("the history goes on after kill %d", kill)
                        .isTrue();
                store = position.store();
                number = OutboxStores.follow(connection, number, replica);
                assertThat(number).isEqualTo(position.number());
                assertThat(replica).isEqualTo(OutboxStores.contents(connection));
            }
            repository.shutDown();
        }
    }

    private void writeAndKill(String kind, int seed, long goal) throws IOException {
        Process process =
                OutboxStores.start(OutboxWriter.class, List.of(kind, scratch.toString(), Integer.toString(seed)));
        StringBuilder said = new StringBuilder();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                said.append(line).append('\n');
                if (line.matches("[0-9]+") && Long.parseLong(line) >= goal) {
                    return;
                }
            }
            throw new AssertionError("the process ended by itself: " + said);
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }
}
