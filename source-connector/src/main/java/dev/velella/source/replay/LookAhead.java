package dev.velella.source.replay;

import dev.velella.source.file.format.InputFormatException;
import dev.velella.source.input.ElementInput;
import dev.velella.source.input.SourceElement;
import dev.velella.source.input.SourceOffset;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads an input one element ahead, so that it is known of each element whether it is the last. An error in the element
 * ahead is kept until the one before it has been taken. Owns the input; not thread-safe.
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
     * Passes over elements before the first is taken.
     *
     * @param count how many
     * @param cancelled asked before each element
     * @return how many were passed over: fewer if the input ended or it was cancelled
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

    /** The error that stands in the way of the next element, or null. */
    @Nullable
    InputFormatException failure() {
        return hasNext() ? null : failure;
    }

    /** Whether nothing more will come, and nothing is wrong. */
    boolean isAtEnd() {
        return !hasNext() && failure == null;
    }

    /** The time of the next element; null if it has none, or there is no element. */
    @Nullable
    Long nextTime() {
        SourceElement next = ahead;
        return next == null ? null : next.eventTimeMs();
    }

    /** How often the input has begun anew, up to the next element. */
    long nextPass() {
        return input.pass();
    }

    /** The next element; to be called only if there is one. */
    SourceElement take() {
        SourceElement element = ahead;
        if (!begun || element == null) {
            throw new IllegalStateException("no element to take");
        }
        taken++;
        advance();
        return element;
    }

    /** Where the input stands after the element that was taken last. */
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
