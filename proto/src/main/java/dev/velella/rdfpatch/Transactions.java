package dev.velella.rdfpatch;

import dev.velella.rdf.PatchOperation.Transaction;
import org.jspecify.annotations.Nullable;

/** Tells whether a transaction is open, row by row. Allows only TX … TC and TX … TA, never nested. */
final class Transactions {
    private boolean open;

    boolean isOpen() {
        return open;
    }

    /** Takes the next border. If it is not allowed here, returns the reason and changes nothing. */
    @Nullable
    String next(Transaction border) {
        boolean start = border == Transaction.START;
        if (start == open) {
            return open ? "TX in an open transaction: end it with TC or TA first" : code(border) + " without TX";
        }
        open = start;
        return null;
    }

    static String code(Transaction border) {
        return switch (border) {
            case START -> "TX";
            case COMMIT -> "TC";
            case ABORT -> "TA";
        };
    }
}
