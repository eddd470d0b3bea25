package dev.velella.source.input;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An input that begins again at its end, for ever. Owns the open input. Not thread-safe. */
public final class LoopingInput implements ElementInput {
    private final Supplier<ElementInput> opening;
    private ElementInput current;
    private long pass;

    /** Elements read so far in the current pass. */
    private long read;

    public LoopingInput(Supplier<ElementInput> opening) {
        this.opening = opening;
        current = opening.get();
    }

    @Override
    public @Nullable SourceElement next() {
        SourceElement element = current.next();
        if (element == null && read > 0) {
            begin();
            element = current.next();
        }
        read++;
        return element;
    }

    @Override
    public boolean skip() {
        boolean found = current.skip();
        if (!found && read > 0) {
            begin();
            found = current.skip();
        }
        read++;
        return found;
    }

    /** Skips elements. Reads the input twice at most, also if {@code count} covers many passes. */
    @Override
    public long skip(long count, BooleanSupplier cancelled) {
        long left = count;
        while (left > 0 && !cancelled.getAsBoolean()) {
            if (current.skip()) {
                read++;
                left--;
            } else if (read == 0) {
                return count - left;
            } else {
                long length = read;
                pass += left / length;
                left %= length;
                begin();
            }
        }
        return cancelled.getAsBoolean() ? count - left : count;
    }

    @Override
    public long pass() {
        return pass;
    }

    private void begin() {
        try {
            current.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        current = opening.get();
        pass++;
        read = 0;
    }

    @Override
    public void close() throws IOException {
        current.close();
    }
}
