package dev.velella.source.sparql;

import java.io.IOException;

/** The endpoint cannot answer a query of this kind. The message is one line. */
final class QueryRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    QueryRefusedException(String message) {
        super(message);
    }
}
