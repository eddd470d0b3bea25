package dev.velella.diff;

import dev.velella.dictionary.DictionaryStore;
import dev.velella.diff.compare.GraphComparison;
import dev.velella.diff.compare.RollingDiff;
import dev.velella.diff.compare.StreamChange;
import dev.velella.diff.element.InputElement;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.element.RefusedElementException;
import dev.velella.diff.element.SendableRecords;
import dev.velella.diff.frame.PatchRows;
import dev.velella.diff.frame.SnapshotFrames;
import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.DiffSettings;
import dev.velella.diff.options.LatePolicy;
import dev.velella.diff.options.SilenceAction;
import dev.velella.diff.options.SilenceSettings;
import dev.velella.diff.state.StreamHead;
import dev.velella.diff.state.StreamState;
import dev.velella.diff.state.StreamStates;
import dev.velella.frame.EncodedFrame;
import dev.velella.frame.FrameEncoder;
import dev.velella.graph.TargetGraph;
import dev.velella.graph.UnfitElementException;
import dev.velella.rdf.DateTimes;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * The rolling diff of many streams, without Kafka Streams around it. The diff takes elements one after the other, keeps
 * the state of their streams in a store, and returns the frames of the patches.
 *
 * <p>An element passes in two steps. {@link #take} computes the patch and changes nothing in the store;
 * {@link Step#save} stores the new state. If {@code take} throws, or a step is not saved, all streams stay as they
 * were. The encoder, however, may have encoded a frame that nobody sends: then the caller must call {@link #newStream}.
 * Not thread-safe.
 */
public final class StreamDiff {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** Predicate of the statement that marks a silent stream; its object is the time of the last element. */
    static final IRI SILENT_SINCE = VALUES.createIRI("urn:velella:silentSince");

    /** All patches of an app go to one topic, so its name does not matter here. */
    private static final String PATCHES = "patches";

    private final LatePolicy late;
    private final StreamStates states;
    private final GraphComparison comparison;
    private final ElementComparison elements;
    private final FrameEncoder patches;
    private final PatchRows rows;
    private final SnapshotFrames snapshots;
    private final SilenceSettings silence;
    private final TargetGraph target;
    private final SendableRecords sendable;

    /** The step that may be saved; null if there is none. */
    private @Nullable Step open;

    private boolean limited;

    public StreamDiff(DiffSettings settings, KeyValueStore<Bytes, byte[]> store) {
        this(settings, store, null);
    }

    /** @param dictionaries where dictionaries become durable; null if there is none, so that patches are self-contained */
    public StreamDiff(
            DiffSettings settings, KeyValueStore<Bytes, byte[]> store, @Nullable DictionaryStore dictionaries) {
        late = settings.late();
        states = new StreamStates(store, settings);
        target = TargetGraph.of(settings.graph());
        comparison = new GraphComparison(target);
        elements = new ElementComparison(settings.blankNodes(), target, comparison);
        patches = settings.frames().newPatchEncoder(PATCHES, dictionaries);
        rows = new PatchRows(settings.headers(), settings.namespaces());
        snapshots = new SnapshotFrames(settings.snapshots(), settings.frames());
        silence = settings.silence();
        sendable = new SendableRecords(settings.room());
    }

    /**
     * Makes a diff that continues with the state in a store.
     *
     * @param store holds the state; only this diff may change it
     */
    public static StreamDiff of(DiffConfig config, KeyValueStore<Bytes, byte[]> store) {
        return new StreamDiff(config.settings(), store);
    }

    /**
     * The state of a stream. It may be used until the next step.
     *
     * @throws IllegalStateException if the stored state of the stream has another format or is damaged
     */
    public StreamState present(Bytes stream) {
        return states.load(stream);
    }

    /** The result of an element. */
    public enum Outcome {
        /** The element changed its stream. */
        PATCH,
        /**
         * The element changed nothing: its graph is equal to the graph of the stream, or it ends a stream without a
         * graph.
         */
        DUPLICATE,
        /** The element is older than the last element of its stream and was left out. */
        LATE
    }

    /** One element that was taken. The step can be saved until the next element is taken. */
    public final class Step {
        private final Outcome outcome;
        private final Bytes stream;
        private final StreamState before;
        private final StreamHead head;
        private final RollingDiff diff;
        private final StreamStates.@Nullable Draft draft;
        private final @Nullable EncodedFrame frame;
        private final @Nullable InputElement element;
        private final byte @Nullable [] snapshot;

        private Step(
                Outcome outcome,
                Bytes stream,
                StreamState before,
                StreamHead head,
                RollingDiff diff,
                StreamStates.@Nullable Draft draft,
                @Nullable EncodedFrame frame,
                @Nullable InputElement element,
                byte @Nullable [] snapshot) {
            this.outcome = outcome;
            this.stream = stream;
            this.before = before;
            this.head = head;
            this.diff = diff;
            this.draft = draft;
            this.frame = frame;
            this.element = element;
            this.snapshot = snapshot;
        }

        /** The result of the element. */
        public Outcome outcome() {
            return outcome;
        }

        /** The change of the graph; empty unless the outcome is {@link Outcome#PATCH}. */
        public RollingDiff diff() {
            return diff;
        }

        /** Number of the stream's last patch, and hash of its graph, after the element. */
        public PatchPosition position() {
            return position(false);
        }

        public PatchPosition position(boolean isSnapshot) {
            return new PatchPosition(head.number(), head.hash(), isSnapshot);
        }

        /** Key of the record, which names the stream. */
        public Bytes stream() {
            return stream;
        }

        /** Largest event time of the stream's elements before this step, in ms since 1970. */
        public long lastTime() {
            return before.lastTime();
        }

        /** The snapshot that must be written together with the step; null if the step needs none. */
        public byte @Nullable [] snapshot() {
            return snapshot;
        }

        /** Whether this step ends a stream that has a snapshot, so that the snapshot must be deleted. */
        public boolean endsSnapshots() {
            return head.snapshotNumber() == 0 && before.head().snapshotNumber() > 0;
        }

        /**
         * The frame of the patch.
         *
         * @throws IllegalStateException if the step has no patch
         */
        public EncodedFrame frame() {
            if (frame == null) {
                throw new IllegalStateException("no patch");
            }
            return frame;
        }

        /**
         * Stores the state after the element. This takes one put into the store, or none if the state is unchanged.
         *
         * @throws IllegalStateException if another element was taken after this one, or this step was already saved
         */
        public void save() {
            if (!isOpen()) {
                throw new IllegalStateException("only the element taken last can be saved, and once");
            }
            open = null;
            if (element != null && draft != null) {
                rows.wrote(element);
            }
            if (draft != null) {
                states.save(draft);
            } else if (!head.equals(before.head())) {
                states.saveHead(stream, before, head);
            }
        }

        @SuppressWarnings("ReferenceEquality")
        private boolean isOpen() {
            return open == this;
        }
    }

    /**
     * Takes the next element.
     *
     * @param stream the record's key
     * @param key the record's key as text
     * @param element null ends the stream
     * @param time event time of the element in ms since 1970
     * @throws UnfitElementException if the element cannot become the state of its stream
     * @throws dev.velella.jelly.format.MalformedJellyException if the patch or the state does not fit the configured
     *     options or limits
     * @throws IllegalStateException if the stored state of the stream has another format or is damaged
     */
    public Step take(Bytes stream, String key, @Nullable RdfGraph element, long time) {
        return take(stream, new InputElement(key, element, time, false), null, time);
    }

    /**
     * Takes the next element, like {@link #take(Bytes, String, RdfGraph, long)}.
     *
     * @param place position of the element's record; null if the element has no record
     * @param nowMs the clock, in ms since 1970
     */
    public Step take(Bytes stream, InputElement element, @Nullable RecordPlace place, long nowMs) {
        open = null;
        limited = false;
        StreamState before = states.load(stream);
        StreamHead head = before.head();
        RdfGraph graph = element.graph();
        if (graph != null && element.time() < head.lastTime() && late != LatePolicy.KEEP) {
            return opened(new Step(Outcome.LATE, stream, before, head, RollingDiff.NONE, null, null, null, null));
        }
        if (graph == null) {
            StreamChange end = comparison.between(before.graph(), head.hash(), List.of());
            StreamHead ended = head.withLastTime(StreamHead.NO_TIME).ended();
            return step(stream, element.key(), before, end, ended, true, element, place, nowMs);
        }
        ElementComparison.Result result = elements.compare(before, element.key(), graph);
        limited = result.isLimited();
        StreamChange change = result.change();
        StreamHead after =
                head.withLastTime(Math.max(element.time(), head.lastTime())).withBlankNodes(result.blankNodes());
        // If the element changes nothing, a write is needed only to note when the stream was last heard of.
        if (!change.isEmpty() || silence.isEnabled()) {
            after = after.afterInput(nowMs);
        }
        return step(stream, element.key(), before, change, after, false, element, place, nowMs);
    }

    /**
     * Handles a silent stream as {@code stream.ttl.action} says: deletes its graph, or adds a statement that marks it.
     *
     * @param nowMs the clock, in ms since 1970
     * @throws dev.velella.jelly.format.MalformedJellyException if the patch or the state does not fit the configured
     *     options or limits
     */
    public Step endSilence(Bytes stream, long nowMs) {
        open = null;
        StreamState before = states.load(stream);
        StreamHead head = before.head();
        String key = new String(stream.get(), StandardCharsets.UTF_8);
        if (silence.action() == SilenceAction.DELETE) {
            StreamChange end = comparison.between(before.graph(), head.hash(), List.of());
            return step(stream, key, before, end, head.ended(), true, null, null, nowMs);
        }
        List<Statement> marked = new ArrayList<>(before.statements());
        IRI graph = target.graphName(key);
        marked.add(VALUES.createStatement(graph, SILENT_SINCE, DateTimes.literal(head.lastInput()), graph));
        StreamChange mark = comparison.between(before.graph(), head.hash(), marked);
        return step(stream, key, before, mark, withoutSilence(head), false, null, null, nowMs);
    }

    /** Leaves a silent stream unchanged. The stream does not count as silent again before its next element. */
    public Step leaveSilent(Bytes stream) {
        StreamState before = states.load(stream);
        return opened(unchanged(stream, before, withoutSilence(before.head()), null));
    }

    private static StreamHead withoutSilence(StreamHead head) {
        return head.withLastInput(StreamHead.NO_TIME);
    }

    /**
     * Makes a snapshot of the present graph of a stream.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the graph
     */
    public Step snapshot(Bytes stream, long nowMs) {
        StreamState before = states.load(stream);
        byte[] value = snapshots.encode(before.statements());
        sendable.check("a snapshot of the graph", stream, value.length);
        return opened(unchanged(stream, before, before.head().withSnapshot(before.number(), nowMs), value));
    }

    /** Skips a snapshot that is due by time. The next one is due after the same interval. */
    public Step postponeSnapshot(Bytes stream, long nowMs) {
        StreamState before = states.load(stream);
        StreamHead head = before.head();
        return opened(unchanged(stream, before, head.withSnapshot(head.snapshotNumber(), nowMs), null));
    }

    private Step unchanged(Bytes stream, StreamState before, StreamHead head, byte @Nullable [] snapshot) {
        return new Step(Outcome.DUPLICATE, stream, before, head, RollingDiff.NONE, null, null, null, snapshot);
    }

    /** @param head of the state after the change; its patch number and hash are still the old ones */
    private Step step(
            Bytes stream,
            String key,
            StreamState before,
            StreamChange change,
            StreamHead head,
            boolean isEnd,
            @Nullable InputElement element,
            @Nullable RecordPlace place,
            long nowMs) {
        if (change.isEmpty()) {
            return opened(unchanged(stream, before, head, null));
        }
        StreamHead after = head.patched(change.hashAfter(), head.lastTime());
        byte[] snapshot = null;
        if (!isEnd && snapshots.isDueByNumber(after)) {
            snapshot = snapshots.encode(before.graph().after(change).statements());
            sendable.check("a snapshot of the graph", stream, snapshot.length);
            after = after.withSnapshot(after.number(), nowMs);
        }
        StreamStates.Draft draft = states.draft(stream, before, change, after);
        // Encoding comes last, because it changes the state of the encoder.
        RdfPatch patch = rows.around(change.diff().toPatch(), key, after.number(), element, place);
        EncodedFrame frame = patches.encode(patch);
        try {
            sendable.check("the patch", stream, frame.value().length);
        } catch (RefusedElementException e) {
            patches.newStream(); // because the encoded frame is not sent
            throw e;
        }
        return opened(new Step(Outcome.PATCH, stream, before, after, change.diff(), draft, frame, element, snapshot));
    }

    /**
     * Finds streams that are silent or need a snapshot. Goes through the store like {@link StreamStates#visit}.
     *
     * @param due gets the key of each such stream, and true if the stream is silent, false if it needs a snapshot
     */
    @Nullable
    public Bytes visit(
            @Nullable Bytes after, int most, boolean lookForSilence, long nowMs, BiConsumer<Bytes, Boolean> due) {
        return states.visit(after, most, (stream, head) -> {
            if (lookForSilence && silence.isEnabled() && head.isSilent(silence.ttlMs(), nowMs)) {
                due.accept(stream, true);
            } else if (snapshots.isDueByTime(head, nowMs)) {
                due.accept(stream, false);
            }
        });
    }

    /**
     * Goes through the streams, like {@link StreamStates#visit}. The visitor must not change states.
     *
     * @return the key after which the next call continues; null at the end
     */
    public @Nullable Bytes streams(@Nullable Bytes after, int most, StreamStates.Visitor visitor) {
        return states.visit(after, most, visitor);
    }

    /** Approximate number of records in the store. */
    long approximateRecords() {
        return states.approximateRecords();
    }

    /** Number of statements in memory, plus one for each stream in memory. */
    long statementsInMemory() {
        return states.statementsInMemory();
    }

    /** Whether the blank nodes of the element taken last were too hard to match within the limit of work. */
    public boolean isLimited() {
        return limited;
    }

    private Step opened(Step step) {
        open = Objects.requireNonNull(step);
        return step;
    }

    /**
     * Tells the encoder that a frame may not have been sent. The next frame begins a new codec stream and builds on no
     * frame before it.
     */
    public void newStream() {
        patches.newStream();
    }
}
