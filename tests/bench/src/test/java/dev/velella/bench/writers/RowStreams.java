package dev.velella.bench.writers;

import dev.velella.bench.sink.SinkPatches.Numbered;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import dev.velella.sink.store.NetEffect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Streams of one task, each with {@value #STATEMENTS} statements in a graph of its own, and patches of any shape of them. After
 * some patches, {@link #back} gives the patches that undo them, so that the store always has the same size when something is
 * measured. One thread.
 */
final class RowStreams {
    /** Statements of a stream. */
    static final int STATEMENTS = 100;

    /** Most rows of a patch. */
    static final int PATCH = 20;

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final List<Stream> streams = new ArrayList<>();

    /** Patches since the last {@link #back}, and what the streams had before. */
    private final List<Numbered> done = new ArrayList<>();

    private final Map<Stream, Deque<Statement>> before = new LinkedHashMap<>();
    private int turn;
    private long serial;

    /** Part of an add that is not in whole rows yet, in percent. */
    private int owed;

    private record Key(String name, IRI graph) {}

    private static final class Stream {
        private final Key key;
        private Deque<Statement> present = new ArrayDeque<>();
        private long number;
        private long hash;

        Stream(Key key) {
            this.key = key;
        }

        /** The next patch of the stream. */
        Numbered patch(List<Statement> deletes, List<Statement> adds) {
            RdfPatch patch = RdfPatch.change(deletes, adds);
            List<PatchOperation> rows = NetEffect.effectiveRows(patch);
            hash += PatchChain.change(rows);
            return new Numbered(key.name(), new PatchPosition(++number, hash, false), patch, deletes, adds);
        }
    }

    /**
     * Makes streams that have no statements yet.
     *
     * @param prefix of their keys
     * @param statements of all streams together, about
     */
    RowStreams(String prefix, int statements) {
        for (int i = 0; i < Math.max(1, statements / STATEMENTS); i++) {
            String name = prefix + i;
            streams.add(new Stream(new Key(name, VALUES.createIRI("urn:velella:stream:" + name))));
        }
    }

    /** The first patch of each stream; must come before all others. */
    List<Numbered> first() {
        List<Numbered> patches = new ArrayList<>();
        for (Stream stream : streams) {
            List<Statement> adds = fresh(stream, STATEMENTS);
            stream.present.addAll(adds);
            patches.add(stream.patch(List.of(), adds));
        }
        return patches;
    }

    /** Patches of so many rows together. */
    List<Numbered> next(Point shape) {
        List<Numbered> patches = new ArrayList<>();
        for (int left = shape.rows(); left > 0; left -= PATCH) {
            Stream stream = streams.get(turn);
            patches.add(patch(stream, Math.min(left, PATCH), shape));
            if (!shape.hot()) {
                turn = (turn + 1) % streams.size();
            }
        }
        done.addAll(patches);
        return patches;
    }

    private Numbered patch(Stream stream, int rows, Point shape) {
        before.computeIfAbsent(stream, touched -> new ArrayDeque<>(touched.present));
        owed += rows * shape.adds();
        int adding = owed / 100;
        owed -= adding * 100;
        List<Statement> deletes = new ArrayList<>();
        for (int i = adding; i < rows; i++) {
            deletes.add(shape.hot() ? stream.present.removeLast() : stream.present.removeFirst());
        }
        List<Statement> adds = fresh(stream, adding);
        stream.present.addAll(adds);
        return stream.patch(deletes, adds);
    }

    private List<Statement> fresh(Stream stream, int count) {
        List<Statement> statements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long number = serial++;
            statements.add(VALUES.createStatement(
                    VALUES.createIRI("http://example.org/" + stream.key.name() + "/sensor" + number % 25),
                    VALUES.createIRI("http://example.org/property" + number % 4),
                    VALUES.createLiteral(Long.toString(number)),
                    stream.key.graph()));
        }
        return statements;
    }

    /** Patches that undo all patches since the last time. */
    List<Numbered> back() {
        Map<String, Stream> byName = new LinkedHashMap<>();
        before.keySet().forEach(stream -> byName.put(stream.key.name(), stream));
        List<Numbered> patches = new ArrayList<>();
        for (int i = done.size() - 1; i >= 0; i--) {
            Numbered patch = done.get(i);
            patches.add(byName.get(patch.key()).patch(patch.adds(), patch.deletes()));
        }
        before.forEach((stream, present) -> stream.present = present);
        done.clear();
        before.clear();
        return patches;
    }
}
