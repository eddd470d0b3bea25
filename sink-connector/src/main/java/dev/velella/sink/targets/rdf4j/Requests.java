package dev.velella.sink.targets.rdf4j;

import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.RemoteFailure;
import dev.velella.sink.remote.RemoteHttp;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;
import org.eclipse.rdf4j.common.exception.RDF4JException;

/** Converts the exceptions of RDF4J's client, which do not contain the status of the answer. Thread-safe. */
final class Requests {
    private final RemoteHttp http;
    private final URI repository;

    Requests(RemoteHttp http, URI repository) {
        this.http = http;
        this.repository = repository;
    }

    /** Runs a step. The exception for a failure says whether another attempt makes sense. */
    <T> T attempt(String purpose, Supplier<T> step) {
        http.forget();
        try {
            return step.get();
        } catch (RDF4JException e) {
            throw failure(purpose, e);
        }
    }

    /**
     * Makes the exception for a failed request of a transaction that another writer may have ended. The last answer of
     * such a transaction may be incomplete.
     */
    RuntimeException failureAmongWriters(String purpose, RDF4JException e) {
        RuntimeException failure = failure(purpose, e);
        RemoteHttp.Answer answer = http.lastAnswer();
        return failure instanceof StoreFailedException && answer != null && answer.isSuccess()
                ? new StoreUnavailableException(String.valueOf(failure.getMessage()), e, Duration.ZERO)
                : failure;
    }

    /** Makes the exception from the last answer to this thread, or from the lack of an answer. */
    RuntimeException failure(String purpose, RDF4JException e) {
        RemoteHttp.Answer answer = http.lastAnswer();
        if (answer != null
                && answer.status() == 400
                && String.valueOf(e.getMessage()).contains("transaction id")) {
            return new StoreUnavailableException(
                    "cannot " + purpose + " at " + RemoteFailure.shown(repository)
                            + ": the server has ended the transaction: " + e.getMessage(),
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
