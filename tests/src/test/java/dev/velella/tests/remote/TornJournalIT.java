package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
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
            HttpRequest update = HttpRequest.newBuilder(server.updateUrl())
                    .header("Content-Type", "application/sparql-update")
                    .POST(HttpRequest.BodyPublishers.ofString("INSERT DATA { <urn:s> <urn:p> 1 }"))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(update, BodyHandlers.discarding())
                            .statusCode())
                    .isBetween(200, 299);
            server.kill();
            TornJournal.tear(directory);

            server.start();
            server.awaitUp();

            HttpRequest query = HttpRequest.newBuilder(
                            URI.create(server.queryUrl() + "?query=ASK%7B%3Curn:s%3E%20%3Curn:p%3E%201%7D"))
                    .header("Accept", "application/sparql-results+json")
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(query, BodyHandlers.ofString())
                            .body())
                    .contains("true");
        }
    }
}
