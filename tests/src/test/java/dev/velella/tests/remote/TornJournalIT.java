package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that kill Fuseki with TDB2 are not stopped by a journal that a kill has torn. */
class TornJournalIT {
    @Test
    void aDatabaseWithATornJournalIsOpenedAndHasWhatWasAcknowledged(@TempDir Path directory) throws Exception {
        try (ServerProcess server = new ServerProcess(ServerProcess.Kind.TDB2, directory, Map.of())) {
            server.awaitUp();
            assertThat(server.status(server.request(server.updateUrl())
                            .header("Content-Type", "application/sparql-update")
                            .POST(HttpRequest.BodyPublishers.ofString("INSERT DATA { <urn:s> <urn:p> 1 }"))
                            .build()))
                    .isBetween(200, 299);
            server.kill();
            TornJournal.tear(directory);

            server.start();
            server.awaitUp();

            assertThat(server.ask("ASK { <urn:s> <urn:p> 1 }")).isTrue();
        }
    }
}
