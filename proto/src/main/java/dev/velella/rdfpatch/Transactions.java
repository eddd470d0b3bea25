package dev.velella.rdfpatch;

import dev.velella.rdf.PatchOperation.Transaction;
import org.jspecify.annotations.Nullable;

/** Whether a transaction is open, over the rows of a stream. TX … TC and TX … TA only, never nested. */
final class Transactions {
    private boolean open;

    boolean isOpen() {
        return open;
    }

    /** Takes the next border, or says why it may not stand here and changes nothing. */
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
