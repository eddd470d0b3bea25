package dev.velella.view.app;

import dev.velella.diff.DiffMetrics;
import dev.velella.diff.StreamDiff;
import dev.velella.diff.element.InputElement;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.element.RefusedElementException;
import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.input.Content;
import dev.velella.diff.input.ElementReader;
import dev.velella.diff.input.RecordContents;
import dev.velella.diff.options.DiffSettings;
import dev.velella.diff.options.ErrorPolicy;
import dev.velella.diff.output.AsideCopies;
import dev.velella.diff.output.Refusals;
import dev.velella.diff.state.StoredMeaning;
import dev.velella.diff.state.StreamHead;
import dev.velella.diff.state.StreamState;
import dev.velella.diff.state.StreamStates;
import dev.velella.graph.UnfitElementException;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.view.options.InputKind;
import dev.velella.view.state.ViewState;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The graphs of the streams of one task: reads elements or patches, refuses what cannot be taken, and keeps the graph that each
 * stream has now. A patch is taken only if it leads to the graph that it announces. Not thread-safe.
 */
final class InputGraphs implements AutoCloseable {
    private final boolean takesPatches;
    private final DiffMetrics metrics;
    private final StoredMeaning meaning;
    private final StreamDiff diff;
    private final RecordContents contents;
    private final ElementReader reader;
    private final Refusals refusals;

    /** Whether the last record was not processed to its end. */
    private boolean failed;

    /**
     * What an element has changed.
     *
     * @param key the stream as text
     * @param isFirst whether the stream had no graph before
     * @param isEnd whether it has none now
     * @param deletes statements that it has lost
     * @param adds statements that it has got
     * @param element for dead letters; null if it was not decoded, or is none
     */
    record Change(
            Bytes stream,
            String key,
            boolean isFirst,
            boolean isEnd,
            List<Statement> deletes,
            List<Statement> adds,
            @Nullable StreamElement element) {
        boolean isEmpty() {
            return deletes.isEmpty() && adds.isEmpty();
        }
    }

    InputGraphs(ViewShared shared, ViewState state, ProcessorContext<byte[], RoutedFrame> context) {
        DiffSettings settings = shared.config.inputSettings();
        takesPatches = shared.config.inputKind() == InputKind.PATCHES;
        metrics = new DiffMetrics(context.metrics(), context.taskId());
        Map<String, String> answers = shared.config.answerOptions();
        answers.put("view.format", Integer.toString(ViewState.FORMAT));
        meaning = new StoredMeaning(state.graphs(), settings, shared.inputs, answers);
        meaning.check();
        diff = new StreamDiff(settings, state.graphs());
        contents = shared.client.contents(context, settings, metrics, takesPatches);
        reader = new ElementReader(
                settings.maxFutureMs(), settings.room().maxKeyBytes(), false, settings.onError() == ErrorPolicy.FAIL);
        AsideCopies copies = new AsideCopies(
                settings.frames(), settings.room(), context.taskId().partition());
        refusals = new Refusals(settings.onError(), copies, context, metrics);
    }

    DiffMetrics metrics() {
        return metrics;
    }

    /** The stream's graph and head. May be used until the next element. */
    StreamState present(Bytes stream) {
        return diff.present(stream);
    }

    /** Goes through the streams, as {@link StreamDiff#streams}. */
    @Nullable
    Bytes streams(@Nullable Bytes after, int most, StreamStates.Visitor visitor) {
        return diff.streams(after, most, visitor);
    }

    /**
     * Takes a record, and stores the graph that it leads to.
     *
     * @return null if it changes nothing for the views: it is late, a repeat, or refused
     * @throws dev.velella.diff.element.RejectedRecordException if the app has to stop at the record
     */
    @Nullable
    Change take(Record<byte[], byte[]> record, RecordPlace place, long nowMs) {
        boolean again = failed;
        failed = true;
        Change change = taken(record, place, nowMs, again);
        failed = false;
        return change;
    }

    private @Nullable Change taken(Record<byte[], byte[]> record, RecordPlace place, long nowMs, boolean again) {
        Content content = null;
        try {
            content = contents.read(record, place, nowMs);
            if (content.isRepeat() && !again) {
                metrics.repeated();
                return null;
            }
            StreamElement read = content.element();
            if (read instanceof RdfGraph && takesPatches) {
                throw new RefusedElementException(
                        RefusalReason.HEADER, "the record holds a graph, but velella.input.kind=patches");
            }
            Bytes stream = Bytes.wrap(reader.stream(record, content));
            InputElement element = reader.read(record, content, nowMs);
            if (read != null) {
                metrics.read(read.rowCount());
            }
            StreamState before = diff.present(stream);
            long lastTime = before.lastTime();
            if (element.time() == InputElement.NO_TIME) {
                element = element.at(lastTime == StreamHead.NO_TIME ? record.timestamp() : lastTime);
            }
            if (read instanceof RdfPatch patch) {
                element = element.changed(patched(record, patch, before), lastTime);
            }
            boolean isFirst = lastTime == StreamHead.NO_TIME;
            StreamDiff.Step step = diff.take(stream, element, place, nowMs);
            if (diff.isLimited()) {
                metrics.blankNodeFallBack();
            }
            if (step.outcome() == StreamDiff.Outcome.LATE) {
                metrics.late();
                return null;
            }
            Change change = new Change(
                    stream,
                    element.key(),
                    isFirst,
                    element.graph() == null,
                    List.copyOf(step.diff().deletes()),
                    List.copyOf(step.diff().adds()),
                    content.copied());
            step.save();
            meaning.save();
            if (read != null && change.isEmpty()) {
                metrics.duplicate();
            }
            return change;
        } catch (UnfitElementException | MalformedJellyException e) {
            diff.newStream();
            refusals.refuse(record, place, content == null ? null : content.copied(), e);
            return null;
        }
    }

    /** The graph after a patch; null if it is empty, because then the stream has ended. */
    private static @Nullable RdfGraph patched(Record<byte[], byte[]> record, RdfPatch patch, StreamState before) {
        String header = RecordHeaderReader.patch(record.headers());
        if (header == null) {
            throw new RefusedElementException(
                    RefusalReason.HEADER, "the patch has no header " + RecordHeaderNames.PATCH);
        }
        PatchPosition position;
        Set<Statement> next = new LinkedHashSet<>(before.statements());
        try {
            position = PatchPosition.parse(header);
            for (PatchOperation row : patch.effectiveOperations()) {
                if (row instanceof PatchOperation.Add add) {
                    next.add(add.statement());
                } else if (row instanceof PatchOperation.Delete delete) {
                    next.remove(delete.statement());
                }
            }
        } catch (IllegalArgumentException e) {
            throw new RefusedElementException(RefusalReason.HEADER, String.valueOf(e.getMessage()), e);
        }
        long hash = GraphHash.ofSet(next);
        if (hash != position.hash()) {
            throw new RefusedElementException(
                    RefusalReason.CHAIN,
                    "patch " + position.number() + " announces a graph with the hash "
                            + GraphHash.format(position.hash())
                            + ", but leads to one with " + GraphHash.format(hash)
                            + ": patches before it are missing. Read the topic of graphs, or a topic of patches that has all"
                            + " from the first");
        }
        return next.isEmpty() ? null : RdfGraph.of(new ArrayList<>(next));
    }

    @Override
    public void close() {
        try {
            contents.close();
        } finally {
            metrics.remove();
        }
    }
}
