package dev.velella.topic;

import dev.velella.frame.FrameResult.Continuity;
import dev.velella.log.Reading;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Checks the chains of patches of one partition: the patches of each key must follow each other, by the rules of
 * {@link PatchChain}. For each key, this object keeps only the number and the hash of the last patch.
 *
 * <p>The first patch of a key:
 *
 * <ul>
 *   <li>If it has number 1, or is a snapshot, its hash is checked.
 *   <li>If it has another number, and the whole log is read, it is a break: the patches before it are missing.
 *   <li>If it has another number, and the log is not read from its beginning, the patches before it are not known. Its
 *       hash is not checked; the hash of the next patch is.
 * </ul>
 *
 * <p>These records are not breaks:
 *
 * <ul>
 *   <li>A duplicate: it repeats the record before it in its codec stream, byte by byte. It is skipped.
 *   <li>A repeat: a patch that comes again with the same key, number, hash and change. Copies with at-least-once
 *       delivery contain such repeats.
 *   <li>A record with a position in its header, but without a patch that could be decoded. The chain moves to this
 *       position if its number is the next one, or if the record is the first record of its key. Otherwise the chain
 *       stays where it is.
 * </ul>
 *
 * <p>After a break, the chain goes on from the position in the record's header. If the header is missing or malformed,
 * the chain stays where it is.
 *
 * <p>Limits: only the first {@value #MOST_KEYS} keys are checked, and a repeat is recognised only among the last
 * {@value #MOST_REMEMBERED} patches. The caller gives the records in the order of their offsets. Not thread-safe.
 */
public final class PatchChains {
    private static final int MOST_KEYS = 500_000;
    private static final int MOST_REMEMBERED = 250_000;

    private final Consumer<Finding> findings;
    private final Map<Bytes, PatchPosition> chains = new HashMap<>();
    private long unchecked;
    private long repeats;

    /** The last patches, the oldest first. */
    private final Set<Seen> seen = new LinkedHashSet<>();

    /** A patch of a key, and the value that it adds to the hash. */
    private record Seen(Bytes key, PatchPosition position, long change) {}

    /** @param findings receives the breaks as they show */
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
        RdfPatch patch = patch(reading);
        if ((patch == null && header == null) || isDuplicate(reading)) {
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
        if (patch != null) {
            long change = PatchChain.change(patch.operations());
            if (isRepeat(new Seen(name, position, change))) {
                repeats++;
                return;
            }
            check(reading, before, position, change, wholeLog);
            chains.put(name, position);
        } else if (before == null || position.number() == before.number() + 1) {
            chains.put(name, position);
        }
    }

    private static @Nullable RdfPatch patch(Reading reading) {
        return reading.outcome() instanceof Reading.Data data && data.decoded().element() instanceof RdfPatch patch
                ? patch
                : null;
    }

    private boolean isRepeat(Seen patch) {
        if (!seen.add(patch)) {
            return true;
        }
        if (seen.size() > MOST_REMEMBERED) {
            Iterator<Seen> eldest = seen.iterator();
            eldest.next();
            eldest.remove();
        }
        return false;
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
                        "expected patch number " + (before.number() + 1)
                                + ", found a patch without the header that numbers it");
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
            Reading reading, @Nullable PatchPosition before, PatchPosition position, long change, boolean wholeLog) {
        boolean beginsInTheMiddle = before == null && !wholeLog && !position.snapshot() && position.number() != 1;
        if (!beginsInTheMiddle) {
            PatchChain.breach(before, position, change).ifPresent(reason -> broken(reading, reason));
        }
    }

    private void broken(Reading reading, String reason) {
        findings.accept(new Finding.BrokenChain(
                reading.record().partition(), reading.record().offset(), reason));
    }

    /** Reports that records were deleted before they were read. Every chain begins anew. */
    public void skipped() {
        chains.clear();
        seen.clear();
    }

    /**
     * Number of repeated patches, including self-contained ones. A record that repeats the previous record is not
     * counted here.
     */
    public long repeats() {
        return repeats;
    }

    /** Number of keys with a checked chain. */
    public int keys() {
        return chains.size();
    }

    /** Records of keys above the bound, which were not checked. */
    public long unchecked() {
        return unchecked;
    }
}
