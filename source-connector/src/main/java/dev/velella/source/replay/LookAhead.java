package dev.velella.source.replay;

import dev.velella.source.format.InputFormatException;
import dev.velella.source.input.ElementInput;
import dev.velella.source.input.SourceElement;
import dev.velella.source.input.SourceOffset;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads an input one element ahead, so that each element is known to be the last or not. An error in the next element
 * is thrown only after the element before it was taken. Owns the input. Not thread-safe.
 */
public final class LookAhead implements Closeable {
    private final ElementInput input;
    private boolean begun;
    private long taken;
    private @Nullable SourceElement ahead;
    private @Nullable InputFormatException failure;

    public LookAhead(ElementInput input) {
        this.input = input;
    }

    /**
     * Skips elements. Called before the first element is taken.
     *
     * @param count number of elements to skip
     * @param cancelled asked before each element; true ends the skipping
     * @return number of skipped elements; less than {@code count} if the input ended or the skipping was cancelled
     */
    long skip(long count, BooleanSupplier cancelled) {
        long skipped = input.skip(count, cancelled);
        taken += skipped;
        return skipped;
    }

    /** Whether there is an element to take. */
    boolean hasNext() {
        if (!begun) {
            begun = true;
            advance();
        }
        return ahead != null;
    }

    /** The error of the next element; null if there is none. */
    @Nullable
    InputFormatException failure() {
        return hasNext() ? null : failure;
    }

    /** Whether the input has ended without an error. */
    boolean isAtEnd() {
        return !hasNext() && failure == null;
    }

    /** The time of the next element; null if it has none, or there is no element. */
    @Nullable
    Long nextTime() {
        SourceElement next = ahead;
        return next == null ? null : next.eventTimeMs();
    }

    /** The number of times that the input has begun anew, up to the next element. */
    long nextPass() {
        return input.pass();
    }

    /** Takes the next element. Call this only if there is one. */
    SourceElement take() {
        SourceElement element = ahead;
        if (!begun || element == null) {
            throw new IllegalStateException("no element to take");
        }
        taken++;
        advance();
        return element;
    }

    /** The offset after the element that was taken last. */
    SourceOffset offset() {
        return new SourceOffset(taken, begun && ahead == null && failure == null);
    }

    @Override
    public void close() throws IOException {
        input.close();
    }

    private void advance() {
        ahead = null;
        try {
            ahead = input.next();
        } catch (InputFormatException e) {
            failure = e;
        }
    }
}
