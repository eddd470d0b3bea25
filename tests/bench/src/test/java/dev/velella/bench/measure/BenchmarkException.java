package dev.velella.bench.measure;

/** A run cannot give figures; the message says why. */
public final class BenchmarkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message for the person who runs the benchmark */
    public BenchmarkException(String message) {
        super(message);
    }

    /** @param message for the person who runs the benchmark */
    public BenchmarkException(String message, Throwable cause) {
        super(message, cause);
    }
}
