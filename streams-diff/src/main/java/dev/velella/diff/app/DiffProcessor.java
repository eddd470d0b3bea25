package dev.velella.diff.app;

import dev.velella.diff.DiffMetrics;
import dev.velella.diff.StreamDiff;
import dev.velella.diff.element.InputElement;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.input.Content;
import dev.velella.diff.input.ElementReader;
import dev.velella.diff.input.GraphFrames;
import dev.velella.diff.input.LiftedRecords;
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
import dev.velella.record.LookBack;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.dictionary.TopicDictionarySource;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Turns each element of a stream into a patch, which changes the graph of the element before into the graph of this
 * one.
 *
 * <p>A record with a null value ends its stream: the patch deletes the stream's graph. If the stream comes back, the
 * numbers of its patches continue. The end of a stream is never late, and elements after it may have any time. An
 * element that changes nothing gives no patch. Every check that can fail because of a record comes before the first
 * write; {@link Refusals} then decides about the record.
 *
 * <p>Kafka Streams may close an instance and init it again. Therefore {@link #init} makes everything except the
 * settings anew. After an aborted transaction the patches thus begin a new codec stream, and never continue the frames
 * that were aborted.
 */
final class DiffProcessor implements Processor<byte[], byte[], byte[], RoutedFrame> {
    private static final Logger LOG = LoggerFactory.getLogger(DiffProcessor.class);

    /** Name under which the context of the log has the task. */
    private static final String LOG_TASK = "velella.task";

    private final DiffSettings settings;
    private final LookBackClient client;
    private final ThreadLocal<CommitPace> paces;
    private final String patches;
    private final Map<String, Integer> inputs;
    private @Nullable Task task;

    /**
     * @param client shared by the processors of an app
     * @param paces commit pace of each thread of the app, also shared by the processors
     * @param patches name of the topic of patches
     * @param inputs number of partitions of each input topic that must not change
     */
    DiffProcessor(
            DiffSettings settings,
            LookBackClient client,
            ThreadLocal<CommitPace> paces,
            String patches,
            Map<String, Integer> inputs) {
        this.patches = patches;
        this.inputs = inputs;
        this.settings = settings;
        this.client = client;
        this.paces = paces;
    }

    @Override
    public void init(ProcessorContext<byte[], RoutedFrame> context) {
        task = new Task(context);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task present = Objects.requireNonNull(task, "process before init");
        MDC.put(LOG_TASK, present.logName);
        try {
            present.process(record);
        } finally {
            MDC.remove(LOG_TASK);
        }
    }

    @Override
    public void close() {
        if (task != null) {
            Task ended = task;
            task = null;
            ended.close();
        }
    }

    /** Everything that a processor needs between {@link #init} and {@link #close}. */
    private final class Task {
        final ProcessorContext<byte[], RoutedFrame> context;

        /** Name of the task in lines of the log. */
        final String logName;

        final DiffMetrics metrics;
        final StoredMeaning meaning;
        final StreamDiff diff;
        final RecordContents contents;

        /** Null if the input is not Jelly. */
        final @Nullable TopicDictionarySource dictionaries;

        final ElementReader reader;
        final StreamChanges changes;
        final Snapshots snapshots;
        final StepWriter writer;
        final Refusals refusals;
        final LateElements late;
        final LogAllowance wildTimes;
        final Upkeep upkeep;
        final Cancellable rounds;
        final EarlyCommits commits;

        /** Whether the last record was not processed to its end. */
        boolean failed;

        Task(ProcessorContext<byte[], RoutedFrame> context) {
            this.context = context;
            logName = "[task " + context.taskId() + "] ";
            FrameSettings frames = settings.frames();
            int partition = context.taskId().partition();
            KeyValueStore<Bytes, byte[]> store = context.getStateStore(DiffTopology.STORE);
            meaning = new StoredMeaning(store, settings, inputs);
            meaning.check();
            diff = new StreamDiff(settings, store, client.dictionaries(context, frames));
            metrics = new DiffMetrics(context.metrics(), context.taskId());
            if (settings.lift() == null) {
                Map<String, Object> own = client.config(context);
                dictionaries = new TopicDictionarySource(own, frames.dictionaries());
                contents = new GraphFrames(
                        frames,
                        settings.cacheStatements(),
                        new LookBack(own, frames.lookBack()),
                        dictionaries,
                        metrics,
                        settings.changes() > 0);
            } else {
                dictionaries = null;
                contents = new LiftedRecords(settings.lift());
            }
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
            long now = context.currentSystemTimeMs();
            upkeep = new Upkeep(diff, settings, writer, metrics, now);
            Duration interval = Duration.ofMillis(Upkeep.ROUND_MS);
            rounds = context.schedule(interval, PunctuationType.WALL_CLOCK_TIME, this::round);
            commits = new EarlyCommits(context, settings.earlyCommitMs(), paces);
        }

        /**
         * Processes one record. If this method throws, a frame may be left unsent although Kafka Streams goes on. The
         * next frame then begins a new codec stream.
         */
        void process(Record<byte[], byte[]> record) {
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
            MDC.put(LOG_TASK, logName);
            try {
                upkeep.round(nowMs);
                done = true;
            } finally {
                MDC.remove(LOG_TASK);
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
        private InputElement inTurn(
                Record<byte[], byte[]> record, RecordPlace place, InputElement element, Bytes stream) {
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
                late.putAside(
                        record, place, stream, read, lastTime, "it is older than the changes that are remembered");
            }
        }

        void close() {
            try {
                rounds.cancel();
                commits.close();
                contents.close();
                if (dictionaries != null) {
                    dictionaries.close();
                }
            } finally {
                metrics.remove();
            }
        }
    }
}
