package dev.velella.bench;

/** A run cannot give figures; the message says why. */
final class BenchmarkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BenchmarkException(String message) {
        super(message);
    }

    BenchmarkException(String message, Throwable cause) {
        super(message, cause);
    }
}
