package dev.velella.diff.app;

import dev.velella.diff.DiffMetrics;
import dev.velella.diff.StreamDiff;
import dev.velella.diff.element.InputElement;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.input.Content;
import dev.velella.diff.input.ElementReader;
import dev.velella.diff.input.LookBackClient;
import dev.velella.diff.input.RecordContents;
import dev.velella.diff.input.StreamChanges;
import dev.velella.diff.options.DiffSettings;
import dev.velella.diff.options.ErrorPolicy;
import dev.velella.diff.options.FrameSettings;
import dev.velella.diff.options.MeaningOptions;
import dev.velella.diff.output.AsideCopies;
import dev.velella.diff.output.LateElements;
import dev.velella.diff.output.Refusals;
import dev.velella.diff.output.Snapshots;
import dev.velella.diff.output.StepWriter;
import dev.velella.diff.state.ChangeLogs;
import dev.velella.diff.state.StoredMeaning;
import dev.velella.diff.state.StreamHead;
import dev.velella.diff.state.StreamState;
import dev.velella.diff.streams.CommitPace;
import dev.velella.diff.streams.EarlyCommits;
import dev.velella.graph.UnfitElementException;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.kit.retry.LogAllowance;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.record.ChangeVersion;
import dev.velella.record.RecordHeaderNames;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns each element of a stream into a patch, which changes the graph of the element before into the graph of this
 * one.
 *
 * <p>A record with a null value ends its stream: the patch deletes the stream's graph. If the stream comes back, the
 * numbers of its patches continue. The end of a stream is never late, and elements after it may have any time. An
 * element that changes nothing gives no patch. Every check that can fail because of a record comes before the first
 * write; {@link Refusals} then decides about the record.
 *
 * <p>After an aborted transaction there is a new task. So its patches begin a new codec stream, and never continue the frames
 * that were aborted. Not thread-safe.
 */
final class DiffTask implements TaskProcessor.Task {
    private static final Logger LOG = LoggerFactory.getLogger(DiffTask.class);

    private final DiffSettings settings;
    private final ProcessorContext<byte[], RoutedFrame> context;
    private final DiffMetrics metrics;
    private final StoredMeaning meaning;
    private final StreamDiff diff;
    private final RecordContents contents;
    private final ElementReader reader;
    private final StreamChanges changes;
    private final Snapshots snapshots;
    private final StepWriter writer;
    private final Refusals refusals;
    private final LateElements late;
    private final LogAllowance wildTimes;
    private final Upkeep upkeep;
    private final Cancellable rounds;
    private final EarlyCommits commits;

    /** Whether the last record was not processed to its end. */
    private boolean failed;

    /**
     * @param client shared by the tasks of an app
     * @param paces commit pace of each thread of the app, also shared by the tasks
     * @param patches name of the topic of patches
     * @param inputs number of partitions of each input topic that must not change
     */
    DiffTask(
            DiffSettings settings,
            LookBackClient client,
            ThreadLocal<CommitPace> paces,
            String patches,
            Map<String, Integer> inputs,
            ProcessorContext<byte[], RoutedFrame> context) {
        this.settings = settings;
        this.context = context;
        FrameSettings frames = settings.frames();
        int partition = context.taskId().partition();
        KeyValueStore<Bytes, byte[]> store = context.getStateStore(DiffTopology.STORE);
        meaning = new StoredMeaning(store, settings, inputs, Map.of());
        meaning.check();
        diff = new StreamDiff(settings, store, client.dictionaries(context, frames));
        metrics = new DiffMetrics(context.metrics(), context.taskId());
        contents = client.contents(context, settings, metrics, settings.changes() > 0);
        reader = new ElementReader(
                settings.maxFutureMs(),
                settings.room().maxKeyBytes(),
                settings.changes() > 0,
                settings.onError() == ErrorPolicy.FAIL);
        changes = new StreamChanges(
                new ChangeLogs(store), settings.changes(), settings.graph().policy());
        snapshots = new Snapshots(settings.snapshots(), patches, frames.addsMessageHeader(), context, metrics);
        writer = new StepWriter(context, snapshots, metrics, frames.addsMessageHeader());
        AsideCopies copies = new AsideCopies(frames, settings.room(), partition);
        refusals = new Refusals(settings.onError(), copies, context, metrics);
        late = new LateElements(settings.late(), copies, context, metrics);
        wildTimes = LogAllowance.everyTenSeconds(LOG, context::currentSystemTimeMs);
        upkeep = new Upkeep(diff, settings, writer, metrics, context.currentSystemTimeMs());
        Duration interval = Duration.ofMillis(Upkeep.ROUND_MS);
        rounds = context.schedule(
                interval, PunctuationType.WALL_CLOCK_TIME, now -> TaskProcessor.inLog(context, () -> round(now)));
        commits = new EarlyCommits(context, settings.earlyCommitMs(), paces);
    }

    /**
     * Processes one record. If this method throws, a frame may be left unsent although Kafka Streams goes on. The
     * next frame then begins a new codec stream.
     */
    @Override
    public void process(Record<byte[], byte[]> record) {
        long beganNanos = System.nanoTime();
        boolean done = false;
        try {
            step(record, RecordPlace.of(context.recordMetadata()));
            meaning.save(); // last: for a record that is refused, Kafka would log what is under way as an error
            done = true;
        } finally {
            failed = !done;
            if (failed) {
                diff.newStream();
            }
        }
        commits.processed(beganNanos);
    }

    private void round(long nowMs) {
        boolean done = false;
        try {
            upkeep.round(nowMs);
            done = true;
        } finally {
            if (!done) {
                diff.newStream();
            }
        }
    }

    private void step(Record<byte[], byte[]> record, RecordPlace place) {
        if (settings.lift() == null || !settings.lift().hasTopicInKeys()) { // offsets of several topics say nothing
            snapshots.reading(place.offset());
        }
        long now = context.currentSystemTimeMs();
        Content content = null;
        StreamChanges.Placed change = null;
        InputElement element;
        StreamElement read;
        StreamDiff.Step step;
        try {
            content = contents.read(record, place, now);
            read = content.element();
            // After a failure the record may be the one that failed: it looks like a repeat, but has given no
            // patch yet.
            if (content.isRepeat() && !failed) {
                metrics.repeated();
                return;
            }
            ChangeVersion version = reader.version(record);
            Bytes stream = Bytes.wrap(reader.stream(record, content));
            element = reader.read(record, content, now);
            if (read != null) {
                metrics.read(read.rowCount());
            }
            if (element.time() == InputElement.NO_TIME) {
                element = inTurn(record, place, element, stream);
            }
            if (version != null || read instanceof RdfPatch) {
                StreamState present = diff.present(stream);
                change = changes.place(stream, read, version, present);
                if (change.fit() != StreamChanges.Fit.TAKEN) {
                    leaveOut(record, place, element.key(), read, change, present.lastTime());
                    return;
                }
                element = element.changed(change.graph(), present.lastTime());
            }
            step = diff.take(stream, element, place, now);
            if (diff.isLimited()) {
                metrics.blankNodeFallBack();
            }
            if (read != null && step.outcome() == StreamDiff.Outcome.LATE) {
                late.putAside(
                        record,
                        place,
                        element.key(),
                        content.copied(),
                        step.lastTime(),
                        "its time " + Instant.ofEpochMilli(element.time()) + " is before "
                                + Instant.ofEpochMilli(step.lastTime()) + ", the last time of its stream");
                return;
            }
        } catch (UnfitElementException | MalformedJellyException e) {
            refusals.refuse(record, place, content == null ? null : content.copied(), e);
            return;
        }
        writer.write(step, element, record.timestamp(), record.headers().lastHeader(RecordHeaderNames.ORIGIN));
        if (change != null) {
            changes.save(step.stream(), change.log());
        }
        if (read != null && step.outcome() == StreamDiff.Outcome.DUPLICATE) {
            metrics.duplicate();
        }
    }

    /** The element in its place of the topic, as if it had the time of the one before it. */
    private InputElement inTurn(Record<byte[], byte[]> record, RecordPlace place, InputElement element, Bytes stream) {
        long last = diff.present(stream).lastTime();
        wildTimes.warn("The time of stream " + ErrorText.name(element.key()) + " is too far ahead of the clock ("
                + MeaningOptions.LATE_MAX_FUTURE_MS.name() + ") at " + place
                + "; the element is taken in its turn, as if it had the time of the one before it");
        return element.at(last == StreamHead.NO_TIME ? record.timestamp() : last);
    }

    private void leaveOut(
            Record<byte[], byte[]> record,
            RecordPlace place,
            String stream,
            @Nullable StreamElement read,
            StreamChanges.Placed change,
            long lastTime) {
        if (change.fit() == StreamChanges.Fit.REPEATED) {
            metrics.repeated();
        } else {
            late.putAside(record, place, stream, read, lastTime, "it is older than the changes that are remembered");
        }
    }

    @Override
    public void close() {
        try {
            rounds.cancel();
            commits.close();
            contents.close();
        } finally {
            metrics.remove();
        }
    }
}
