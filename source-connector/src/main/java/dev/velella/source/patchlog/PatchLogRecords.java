package dev.velella.source.patchlog;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.source.input.SourceElement;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.Batch;
import dev.velella.source.record.Elements;
import dev.velella.source.record.Origin;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the patches of a log follow each other, and makes their records. Up to the stored offset the patches are only
 * applied: they must build the graph that the offset has. Owns the graph. Not thread-safe.
 */
final class PatchLogRecords {
    private final String key;
    private final Elements elements;
    private final Map<String, ?> partition;
    private final PatchLogCounts counts;
    private final @Nullable LogGraph graph;

    /** The patch that was read last: the offset moves on with it, once it is behind the stored one. */
    private PatchLogOffset read;

    private final PatchLogOffset stored;

    /** @param stored the offset that Connect has; {@link PatchLogOffset#start} if it has none */
    PatchLogRecords(RdfSourceConfig config, Elements elements, PatchLogCounts counts, PatchLogOffset stored) {
        RowsMode mode = PatchLogOptions.ROWS.of(config);
        key = PatchLogOptions.key(config);
        partition = PatchLogSource.partition(config);
        this.elements = elements;
        this.counts = counts;
        this.stored = stored;
        graph = mode == RowsMode.ALL ? null : new LogGraph();
        read = graph == null ? stored : PatchLogOffset.start(mode);
        if ((stored.chain() == null) != (mode == RowsMode.ALL)) {
            throw new ConnectException("the stored offset " + stored.toMap() + " is of another value of "
                    + PatchLogOptions.ROWS.name()
                    + "; set the former value, or reset the connector's offsets and use a new"
                    + " topic");
        }
    }

    /** Version that was read last; 0 before the first. */
    long version() {
        return read.version();
    }

    /** Version that was emitted last; 0 before the first. */
    long emitted() {
        return Math.max(stored.version(), read.version());
    }

    /** Whether the graph is there from which the records go on. */
    boolean isRestored() {
        return read.version() >= stored.version();
    }

    /**
     * Checks that a log has what was emitted, and the versions after it.
     *
     * @throws LostLogException if it has not
     */
    void check(LogState log) throws LostLogException {
        long emitted = emitted();
        if (log.isEmpty()) {
            if (emitted > 0) {
                throw new LostLogException("it is empty, but version " + emitted + " was read");
            }
        } else if (log.last() < emitted) {
            throw new LostLogException("it ends with version " + log.last() + ", but version " + emitted + " was read");
        } else if (log.last() == emitted && !Objects.equals(log.latest(), isRestored() ? read.id() : stored.id())) {
            throw another(emitted, String.valueOf(log.latest()), isRestored() ? read.id() : stored.id());
        } else if (log.first() > read.version() + 1 && !(graph == null && read.version() == 0)) {
            throw new LostLogException("it begins with version " + log.first() + ", and "
                    + (emitted > read.version() || read.version() == 0
                            ? "all versions from 1 on are needed with " + PatchLogOptions.ROWS.name() + "=effective"
                            : "only version " + read.version() + " was read"));
        }
    }

    private static LostLogException another(long version, String found, String known) {
        return new LostLogException("version " + version + " is patch " + found + ", but it was patch " + known);
    }

    /** Checks, without a graph, that the patch at the stored offset is the one that was emitted. */
    void checkStored(LoggedPatch patch) throws LostLogException {
        if (!patch.headers().id().equals(stored.id())) {
            throw another(patch.version(), patch.headers().id(), stored.id());
        }
    }

    /**
     * Takes the next patch, and adds its record, unless it was emitted before.
     *
     * @throws LostLogException if it does not follow
     */
    void take(Batch batch, LoggedPatch patch) throws LostLogException {
        String prev = patch.headers().prev();
        boolean isFirst = read.version() == 0;
        if (isFirst ? patch.version() == 1 && prev != null : !Objects.equals(prev, read.id())) {
            throw new LostLogException("version " + patch.version() + " follows on "
                    + (prev == null ? "no patch" : "patch " + prev) + ", but "
                    + (isFirst ? "it is the first one" : "patch " + read.id() + " was read"));
        }
        RdfPatch rows = graph == null ? patch.patch() : graph.apply(patch.patch());
        Long chain = graph == null ? null : graph.hash();
        PatchLogOffset reached =
                new PatchLogOffset(patch.version(), patch.headers().id(), chain);
        counts.version.set(Math.max(stored.version(), patch.version()));
        if (graph != null) {
            counts.statements.set(graph.size());
            counts.withoutEffect.set(graph.withoutEffect());
        }
        if (patch.version() > stored.version()) {
            add(batch, rows, reached);
        } else if (patch.version() == stored.version()) {
            checkStored(patch);
            if (!Objects.equals(stored.chain(), chain)) {
                throw new LostLogException("its versions up to " + patch.version() + " build a graph with the hash "
                        + hash(chain) + ", but it was " + hash(stored.chain()) + ": a patch of the log was changed");
            }
        }
        read = reached;
    }

    private static String hash(@Nullable Long chain) {
        return chain == null ? "none" : GraphHash.format(chain);
    }

    private void add(Batch batch, RdfPatch rows, PatchLogOffset reached) {
        SourceElement element = new SourceElement(key, null, RdfStructs.of(rows));
        if (reached.chain() != null) {
            String position = new PatchPosition(reached.version(), reached.chain(), false).format();
            element = element.with(RecordHeaderNames.PATCH, position);
        }
        String name = "version " + reached.version() + " of " + partition.get("input");
        elements.add(batch, Origin.of(partition, reached.toMap(), name), element);
    }
}
