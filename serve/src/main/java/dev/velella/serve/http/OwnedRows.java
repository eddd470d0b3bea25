package dev.velella.serve.http;

import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoreView;
import org.jspecify.annotations.Nullable;

/**
 * Rows that close their view.
 *
 * @param <T> kind of row
 */
record OwnedRows<T>(Rows<T> rows, StoreView view) implements Rows<T> {
    @Override
    public @Nullable T next() {
        return rows.next();
    }

    @Override
    public void close() {
        rows.close();
        view.close();
    }
}
