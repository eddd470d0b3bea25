package dev.velella.source.wikibase;

import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.ErrorText;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Joins the chunks of changes. The chunks of a change follow each other. A producer that was restarted may begin a change
 * again, or repeat its last chunk; both leave nothing double. A change whose chunks are missing is a failure, never a part
 * of a change. Belongs to one answer of the server. Not thread-safe.
 */
final class ChunkJoiner {
    private final int mostBytes;
    private final List<RdfChange> open = new ArrayList<>();
    private final ByteArrayOutputStream events = new ByteArrayOutputStream();
    private String lastId = "";

    /** @param mostBytes most bytes of the events of a change */
    ChunkJoiner(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Whether chunks of a change were read, and others are missing. */
    boolean isOpen() {
        return !open.isEmpty();
    }

    /**
     * Adds a chunk.
     *
     * @param whole gets the change that is complete with it, and before it one that is not and will not be
     */
    void add(String id, RdfChange chunk, byte[] event, Consumer<EntityChange> whole) {
        RdfChange first = open.isEmpty() ? null : open.get(0);
        boolean isSame = first != null && first.isOfSameChange(chunk);
        if (isSame && chunk.sequence() == open.size() - 1) {
            lastId = id; // the last chunk once more
            return;
        } else if (isSame && chunk.sequence() == 0) {
            clear();
        } else if (!isSame || chunk.sequence() != open.size()) {
            end(whole);
            if (chunk.sequence() != 0) {
                whole.accept(failed(
                        id,
                        event,
                        chunk,
                        "its chunk " + chunk.sequence() + " of " + chunk.chunks()
                                + " comes without the chunks before it"));
                return;
            }
        }
        open.add(chunk);
        lastId = id;
        if (events.size() > 0) {
            events.write('\n');
        }
        events.write(event, 0, event.length);
        if (events.size() > mostBytes) {
            String size = "its chunks have more than limits.element.bytes=" + mostBytes;
            whole.accept(new EntityChange(
                    id, List.of(), events.toByteArray(), failure(RefusalReason.TOO_LARGE, chunk, size)));
            clear();
        } else if (open.size() == chunk.chunks()) {
            whole.accept(new EntityChange(id, List.copyOf(open), events.toByteArray(), null));
            clear();
        }
    }

    /** Gives up the change whose chunks are missing, if there is one. */
    void end(Consumer<EntityChange> whole) {
        if (isOpen()) {
            RdfChange first = open.get(0);
            String missing = "another event follows its chunk " + (open.size() - 1) + " of " + first.chunks();
            whole.accept(failed(lastId, events.toByteArray(), first, missing));
            clear();
        }
    }

    private void clear() {
        open.clear();
        events.reset();
    }

    private static EntityChange failed(String id, byte[] events, RdfChange of, String why) {
        return new EntityChange(id, List.of(), events, failure(RefusalReason.MISSING_STATE, of, why));
    }

    private static PayloadException failure(RefusalReason reason, RdfChange of, @Nullable String why) {
        return new PayloadException(
                reason,
                "revision " + of.revision() + " of " + ErrorText.name(of.entity()) + " is not whole: " + why
                        + "; a later reconcile event of the entity mends its graph");
    }
}
