package dev.velella.sink.error;

import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;

/**
 * Thrown for a record that must not be applied: its value cannot be read, it changes a graph that it must not change,
 * the target cannot store it, or it breaks the chain of its stream. The message contains the reason only, not the place
 * of the record. Nothing was changed.
 */
public final class PatchRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RefusalReason kind;

    /** Makes an exception of the kind {@link RefusalReason#UNFIT}. */
    public PatchRefusedException(String reason) {
        this(RefusalReason.UNFIT, reason);
    }

    /** @param reason what is wrong and what to do, without the place of the record; bounded as {@link ErrorText} says */
    public PatchRefusedException(RefusalReason kind, String reason) {
        super(ErrorText.message(reason));
        this.kind = kind;
    }

    public RefusalReason kind() {
        return kind;
    }
}
