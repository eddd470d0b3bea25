package dev.velella.sink.store;

import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a patch is to the chain of its stream. A patch is only ever applied as {@link Follows}: with the next number, and
 * to the state that it announces.
 */
public sealed interface ChainStep {
    /**
     * The patch is the next one.
     *
     * @param after where the stream stands then; null for a stream whose patches are not numbered
     */
    record Follows(@Nullable StreamState after) implements ChainStep {}

    /** The patch is proved to be one that was applied already: it is left out. */
    record Repeats() implements ChainStep {}

    /** The state of the stream came from a snapshot, and the patch is older: it is left out. */
    record Covered() implements ChainStep {}

    /**
     * The patch does not follow.
     *
     * @param reason what was expected and what was found
     */
    record Breaks(String reason) implements ChainStep {}

    /** Whether a patch with this number and state was applied to the stream lately. */
    interface Applied {
        boolean knows(PatchPosition position, long change);
    }

    /**
     * Judges a patch that is a change.
     *
     * <p>A patch whose number is not above that of the stream is a repeat where that is provable: it is the last one, and
     * announces the state that the store has; or an earlier one with the number, the state and the change of one that was
     * applied. A patch up to the number of a snapshot that the stream came from is covered by it, unless it announces
     * another state than the snapshot for the same number.
     *
     * @param stored where the stream stands; empty before its first numbered patch
     * @param announced what the patch's header says; null without a header
     * @param change {@link PatchChain#change} of the patch
     * @param applied what is remembered of the stream's patches
     */
    static ChainStep of(Optional<StreamState> stored, @Nullable PatchPosition announced, long change, Applied applied) {
        PatchPosition before = stored.flatMap(StreamState::position).orElse(null);
        if (announced == null) {
            return stored.isEmpty()
                    ? new Follows(null)
                    : new Breaks("expected a patch with number " + PatchChain.next(before)
                            + ", found a patch without the header that numbers it");
        }
        Optional<String> breach = PatchChain.breach(before, announced, change);
        if (breach.isEmpty()) {
            return new Follows(StreamState.at(announced));
        }
        if (before == null || announced.number() > before.number()) {
            return new Breaks(breach.get());
        }
        if (announced.number() == before.number() && announced.hash() == before.hash()) {
            return before.snapshot() ? new Covered() : new Repeats();
        }
        if (announced.number() < before.number() && before.snapshot()) {
            return new Covered();
        }
        return applied.knows(announced, change) ? new Repeats() : new Breaks(breach.get());
    }
}
