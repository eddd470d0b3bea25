package dev.velella.topic;

import dev.velella.keyframe.FrameResult;
import dev.velella.keyframe.FrameResult.Continuity;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the patches of every key of a partition follow each other, by the rule of {@link PatchChain}.
 *
 * <p>Only number and hash are kept of a key, so the hash is checked from the second patch on where the first has another
 * number than 1. A duplicate is passed over. After a break the chain goes on with what the record's header says; a record
 * that could not be decoded only counts where it is the next. Bounded: of more than {@value #MOST_KEYS} keys the others
 * are not checked. Records are given in the order of offsets. Not thread-safe.
 */
public final class PatchChains {
    private static final int MOST_KEYS = 500_000;

    private final Consumer<Finding> findings;
    private final Map<Bytes, PatchPosition> chains = new HashMap<>();
    private long unchecked;

    /** @param findings takes what is wrong, when it shows */
    public PatchChains(Consumer<Finding> findings) {
        this.findings = findings;
    }

    /**
     * Takes the next record.
     *
     * @param wholeLog whether the first patch of a key must have number 1
     */
    public void add(Reading reading, boolean wholeLog) {
        String header = reading.patchHeader();
        boolean isPatch = reading.outcome() instanceof Reading.Data data && data.decoded() instanceof FrameResult.Patch;
        if ((!isPatch && header == null) || isDuplicate(reading)) {
            return;
        }
        byte[] key = reading.record().key();
        if (key == null) {
            if (header != null) {
                broken(reading, "the patch is numbered, but the record has no key");
            }
            return;
        }
        Bytes name = Bytes.wrap(key);
        PatchPosition before = chains.get(name);
        if (before == null && chains.size() >= MOST_KEYS) {
            unchecked++;
            return;
        }
        PatchPosition position = position(reading, header, before);
        if (position == null) {
            return;
        }
        if (reading.outcome() instanceof Reading.Data data && data.decoded() instanceof FrameResult.Patch patch) {
            check(reading, before, position, patch.patch(), wholeLog);
            chains.put(name, position);
        } else if (before == null || position.number() == before.number() + 1) {
            chains.put(name, position);
        }
    }

    private static boolean isDuplicate(Reading reading) {
        return reading.outcome() instanceof Reading.Data data
                && data.decoded().continuity().kind() == Continuity.Kind.DUPLICATE;
    }

    private @Nullable PatchPosition position(Reading reading, @Nullable String header, @Nullable PatchPosition before) {
        if (header == null) {
            if (before != null) {
                broken(
                        reading,
                        "a patch without the header that numbers it, where number " + (before.number() + 1)
                                + " was expected");
            }
            return null;
        }
        try {
            return PatchPosition.parse(header);
        } catch (IllegalArgumentException e) {
            broken(reading, String.valueOf(e.getMessage()));
            return null;
        }
    }

    private void check(
            Reading reading, @Nullable PatchPosition before, PatchPosition position, RdfPatch patch, boolean wholeLog) {
        boolean beginsInTheMiddle = before == null && !wholeLog && !position.snapshot() && position.number() != 1;
        if (!beginsInTheMiddle) {
            PatchChain.breach(before, position, PatchChain.change(patch.operations()))
                    .ifPresent(reason -> broken(reading, reason));
        }
    }

    private void broken(Reading reading, String reason) {
        findings.accept(new Finding.BrokenChain(
                reading.record().partition(), reading.record().offset(), reason));
    }

    /** Records were deleted unread: every chain begins anew. */
    public void skipped() {
        chains.clear();
    }

    /** Number of keys whose chain is checked. */
    public int keys() {
        return chains.size();
    }

    /** Records of keys above the bound, which were not checked. */
    public long unchecked() {
        return unchecked;
    }
}
