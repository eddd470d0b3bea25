package dev.velella.log.asof;

import dev.velella.log.LogRecord;
import dev.velella.rdf.PatchOperation;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells the versions of one stream, patch by patch, and checks that each follows the one before. Of the first patch only
 * the number is known to be right if patches before it were not read. Keeps the position of the last patch only. Not
 * thread-safe.
 */
final class StreamHistory {
    private final long first;
    private final long last;
    private final Version.Receiver versions;
    private @Nullable PatchPosition position;
    private boolean isFinished;

    /**
     * @param first number of the first version that is told
     * @param last number of the last version that is told
     */
    StreamHistory(long first, long last, Version.Receiver versions) {
        this.first = first;
        this.last = last;
        this.versions = versions;
    }

    /**
     * Takes the next patch of the stream.
     *
     * @throws dev.velella.log.LogException if the record is not a patch
     */
    void take(LogRecord record) throws IOException {
        PatchPosition announced = record.position();
        List<PatchOperation> rows = record.patch().operations();
        if (announced != null && announced.equals(position)) {
            return; // a repeat
        }
        long number = announced == null ? Long.MAX_VALUE : announced.number();
        if (announced != null && number > last) {
            isFinished = true;
            return;
        }
        String problem = announced == null ? null : problem(announced, PatchChain.change(rows));
        if (announced == null || number >= first || problem != null) {
            versions.version(new Version(
                    record.place(),
                    announced,
                    record.timestamp(),
                    record.eventTime(),
                    record.patch().addCount(),
                    record.patch().deleteCount(),
                    problem));
        }
        position = announced == null ? position : announced;
    }

    private @Nullable String problem(PatchPosition announced, long change) {
        if (position == null && announced.number() > 1) {
            return null;
        }
        Optional<String> breach = PatchChain.breach(position, announced, change);
        return breach.orElse(null);
    }

    /** Whether no later version is wanted. */
    boolean isFinished() {
        return isFinished;
    }
}
