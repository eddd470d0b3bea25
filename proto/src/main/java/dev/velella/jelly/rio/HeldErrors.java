package dev.velella.jelly.rio;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.rio.ParseErrorListener;
import org.jspecify.annotations.Nullable;

/**
 * Holds what the check of a term reports until it is known whether the term is taken: then it is handed on. Of a term that
 * is not taken the parser reports one error, with its place, and this may be checked more than once.
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

    /** The term is taken. */
    void handOn() {
        if (!held.isEmpty()) {
            held.forEach(Runnable::run);
            held.clear();
        }
    }

    /** The term is not taken. */
    void drop() {
        held.clear();
    }
}
