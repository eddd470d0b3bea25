package dev.velella.sink.store;

import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The relation of a patch to the chain of its stream. A patch is applied only if it {@link Follows}: if it has the next
 * number and leads to the state that it announces.
 */
public sealed interface ChainStep {
    /**
     * The patch is the next patch of the chain.
     *
     * @param after position of the stream after the patch; null for a stream whose patches are not numbered
     */
    record Follows(@Nullable StreamState after) implements ChainStep {}

    /** It is proven that the patch was applied before. It is left out. */
    record Repeats() implements ChainStep {}

    /** The state of the stream came from a snapshot, and the patch is older. It is left out. */
    record Covered() implements ChainStep {}

    /**
     * The patch does not follow.
     *
     * @param reason text with the expected and the found values
     */
    record Breaks(String reason) implements ChainStep {}

    /** Tells whether a patch with this number and state was applied to the stream recently. */
    interface Applied {
        boolean knows(PatchPosition position, long change);
    }

    /**
     * Decides about a patch.
     *
     * <p>A patch whose number is not higher than the number of the stream is a repeat if this can be proven:
     * <ul>
     * <li>it is the last patch and announces the state of the store; or
     * <li>it is an earlier patch with the number, the state and the change of a patch that was applied.
     * </ul>
     *
     * <p>If the stream came from a snapshot, the snapshot covers all patches up to its number. The only exception is a
     * patch with the same number that announces another state.
     *
     * @param stored position of the stream in the store; empty before its first numbered patch
     * @param announced position in the patch's header; null without a header
     * @param change {@link PatchChain#change} of the patch
     * @param applied the recent patches of the stream
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
