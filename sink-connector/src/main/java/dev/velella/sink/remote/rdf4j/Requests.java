package dev.velella.sink.remote.rdf4j;

import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.RemoteFailure;
import dev.velella.sink.remote.RemoteHttp;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;
import org.eclipse.rdf4j.common.exception.RDF4JException;

/** What the failures of RDF4J's client mean, which do not tell the status of the answer. Thread-safe. */
final class Requests {
    private final RemoteHttp http;
    private final URI repository;

    Requests(RemoteHttp http, URI repository) {
        this.http = http;
        this.repository = repository;
    }

    /** Does a step; its failure tells whether another attempt is worth it. */
    <T> T attempt(String purpose, Supplier<T> step) {
        http.forget();
        try {
            return step.get();
        } catch (RDF4JException e) {
            throw failure(purpose, e);
        }
    }

    /** Where another writer has the transaction ended, its last answer may break off. */
    RuntimeException failureAmongWriters(String purpose, RDF4JException e) {
        RuntimeException failure = failure(purpose, e);
        RemoteHttp.Answer answer = http.lastAnswer();
        return failure instanceof StoreFailedException && answer != null && answer.isSuccess()
                ? new StoreUnavailableException(String.valueOf(failure.getMessage()), e, Duration.ZERO)
                : failure;
    }

    /** What the last answer to this thread, or the lack of one, means. */
    RuntimeException failure(String purpose, RDF4JException e) {
        RemoteHttp.Answer answer = http.lastAnswer();
        if (answer != null
                && answer.status() == 400
                && String.valueOf(e.getMessage()).contains("transaction id")) {
            return new StoreUnavailableException(
                    "cannot " + purpose + " at " + RemoteFailure.shown(repository)
                            + ": the server has given the transaction up: " + e.getMessage(),
                    http.mask().harmless(e),
                    Duration.ZERO);
        }
        if (answer != null && answer.status() / 100 != 2) {
            return RemoteFailure.ofAnswer(purpose, repository, answer, String.valueOf(e.getMessage()), e);
        }
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof IOException io) {
                return RemoteFailure.ofConnection(purpose, repository, io);
            }
        }
        return new StoreFailedException(
                "cannot " + purpose + " at " + RemoteFailure.shown(repository) + ": "
                        + http.mask().masked(e.toString()),
                http.mask().harmless(e));
    }
}
