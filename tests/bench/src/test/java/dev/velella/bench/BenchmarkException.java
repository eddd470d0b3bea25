package dev.velella.bench;

/** A run cannot give figures; the message says why. */
public final class BenchmarkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message why */
    public BenchmarkException(String message) {
        super(message);
    }

    /** @param message why */
    public BenchmarkException(String message, Throwable cause) {
        super(message, cause);
    }
}
