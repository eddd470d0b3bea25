package dev.velella.jelly.rio;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.rio.ParseErrorListener;
import org.jspecify.annotations.Nullable;

/**
 * Holds the reports about a term until the reader knows whether it takes the term. If it does, the reports are handed
 * on to the listener. If it does not, they are dropped, because the parser itself reports one error with its place.
 * This may happen more than once for a term.
 */
final class HeldErrors implements ParseErrorListener {
    private final @Nullable ParseErrorListener listener;
    private final List<Runnable> held = new ArrayList<>();

    HeldErrors(@Nullable ParseErrorListener listener) {
        this.listener = listener;
    }

    @Override
    public void warning(String message, long line, long column) {
        if (listener != null) {
            held.add(() -> listener.warning(message, line, column));
        }
    }

    @Override
    public void error(String message, long line, long column) {
        if (listener != null) {
            held.add(() -> listener.error(message, line, column));
        }
    }

    @Override
    public void fatalError(String message, long line, long column) {
        if (listener != null) {
            held.add(() -> listener.fatalError(message, line, column));
        }
    }

    /** The term is taken: hands on the reports. */
    void handOn() {
        if (!held.isEmpty()) {
            held.forEach(Runnable::run);
            held.clear();
        }
    }

    /** The term is not taken: drops the reports. */
    void drop() {
        held.clear();
    }
}
