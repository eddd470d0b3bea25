package dev.velella.source.sparql;

import dev.velella.kit.secret.ShownUrl;
import dev.velella.source.fetch.Answer;
import dev.velella.source.fetch.Ask;
import dev.velella.source.fetch.HttpFetch;
import java.io.IOException;
import java.net.URI;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Queries by POST, by the SPARQL 1.1 Protocol. A failure that may pass is an {@link IOException}, another one a
 * {@link ConnectException}. Stateless but for connections; used by one thread.
 */
final class SparqlClient {
    private final URI url;
    private final HttpFetch fetch;

    SparqlClient(AbstractConfig config) {
        url = URI.create(SparqlOptions.URL.of(config));
        fetch = new HttpFetch(SparqlOptions.ACCESS.fetch(config, true));
    }

    /** The address as messages may show it. */
    String shown() {
        return ShownUrl.of(url);
    }

    /**
     * Sends a query.
     *
     * @param accept media types to ask for
     * @return the answer, which the caller must close
     * @throws QueryRefusedException if the endpoint cannot answer this query
     * @throws IOException if another attempt makes sense
     */
    Answer query(String query, String accept) throws IOException, InterruptedException {
        Ask ask = Ask.post(url, accept, "application/sparql-query; charset=UTF-8", query)
                .meaning(400, 500, 501);
        Answer answer = fetch.send(ask);
        if (answer.status() == 200) {
            return answer;
        }
        try (answer) {
            throw new QueryRefusedException(answer.said());
        }
    }
}
