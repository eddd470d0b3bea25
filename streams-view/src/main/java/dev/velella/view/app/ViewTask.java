package dev.velella.view.app;

import dev.velella.diff.app.TaskProcessor;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.element.RefusedElementException;
import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.options.DiffSettings;
import dev.velella.diff.options.ErrorPolicy;
import dev.velella.diff.output.AsideCopies;
import dev.velella.diff.output.Refusals;
import dev.velella.diff.state.StreamHead;
import dev.velella.diff.state.StreamState;
import dev.velella.diff.streams.EarlyCommits;
import dev.velella.graph.UnfitElementException;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.StreamElement;
import dev.velella.view.View;
import dev.velella.view.ViewEngine;
import dev.velella.view.ViewSet;
import dev.velella.view.answer.AnswerFailedException;
import dev.velella.view.answer.ViewAnswer;
import dev.velella.view.data.StreamData;
import dev.velella.view.state.ViewState;
import dev.velella.view.state.ViewState.Rebuild;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that one task does. Its records come from two topics with the same partition number: elements, and the topic of epochs,
 * whose records say what holds from there on (an epoch), that a moment has come for silent streams (a tick), or that a view is
 * refused. So everything that decides an answer is an ordered record, and an answer is given under one epoch.
 *
 * <p>After a new epoch the task answers the views that have changed for all streams, in the order of their keys, a bounded time
 * in each round; the place is in the state. Elements go on meanwhile, and are answered under the new epoch.
 *
 * <p>An answer that fails leaves the one before. The stream is asked again with its next element, whatever that changes. Owned
 * by one processor. Not thread-safe.
 */
final class ViewTask implements TaskProcessor.Task {
    /** Sink of the records that go back to the topic of epochs. */
    static final String CONTROL = "ticks-and-refusals";

    /** Keys of records in the topic of epochs. */
    static final String TICK = "tick";

    static final String REFUSED = "refused-";

    private static final Logger LOG = LoggerFactory.getLogger(ViewTask.class);

    /** Time from one look for silent streams to the next, in ms. */
    private static final long LOOK_MS = 1_000;

    /** Time from one round of a rebuild to the next, and how much of it the round may take, in ms. */
    private static final long ROUND_MS = 50;

    private static final long ROUND_WORK_MS = 25;

    /** Stored records that a round looks at before it looks at the clock. */
    private static final int CHUNK = 100;

    /** Streams that one tick asks; the next tick asks the others, about their own moments. */
    private static final int MOST_PER_TICK = 5_000;

    /** A record as old as this means that the task is still reading what came while it was away. */
    private static final long BEHIND_MS = 10_000;

    private final ViewShared shared;
    private final ProcessorContext<byte[], RoutedFrame> context;
    private final ViewState state;
    private final InputGraphs input;
    private final ViewMetrics metrics;
    private final Answers answers;
    private final Refusals letters;
    private final EarlyCommits commits;
    private final Timers timers = new Timers();
    private final Map<Bytes, Set<String>> old;
    private final Map<String, String> refused;

    /** Refusals that were sent, and have not come back as records yet. */
    private final Set<String> told = new TreeSet<>();

    private final Cancellable looks;
    private @Nullable Cancellable rounds;
    private @Nullable ViewSet set;
    private @Nullable ViewEngine engine;
    private Rebuild rebuild;
    private long streams;
    private long rebuilt;
    private long oldAnswers;

    /** Wall clock at the last element, and the timestamp of its record. */
    private long lastElementMs = Long.MIN_VALUE;

    private long lastTimestamp = Long.MIN_VALUE;
    private long lastTickSent;

    ViewTask(ViewShared shared, ProcessorContext<byte[], RoutedFrame> context) {
        this.shared = shared;
        this.context = context;
        DiffSettings settings = shared.config.inputSettings();
        state = new ViewState(context.getStateStore(ViewTopology.STORE));
        input = new InputGraphs(shared, state, context);
        metrics = new ViewMetrics(context.metrics(), context.taskId());
        answers = new Answers(
                shared.config,
                state,
                settings.frames().writesDictionaries() ? shared.client.dictionaries(context, settings.frames()) : null,
                context,
                metrics);
        letters = new Refusals(
                shared.config.diff().topics().deadLetters() == null ? ErrorPolicy.SKIP : ErrorPolicy.DEAD_LETTER,
                new AsideCopies(
                        settings.frames(), settings.room(), context.taskId().partition()),
                context,
                input.metrics());
        commits = new EarlyCommits(context, settings.earlyCommitMs(), shared.paces);
        old = state.old();
        old.values().forEach(views -> oldAnswers += views.size());
        refused = state.refused();
        refused.forEach(shared.faults::refuse);
        rebuild = state.rebuild();
        List<byte[]> epoch = state.epoch();
        if (!epoch.isEmpty()) {
            use(shared.compile(Epoch.of(epoch)));
        }
        lookAtAllStreams();
        looks = context.schedule(
                Duration.ofMillis(LOOK_MS),
                PunctuationType.WALL_CLOCK_TIME,
                now -> TaskProcessor.inLog(context, () -> look(now)));
        figures();
        scheduleRounds();
    }

    /** Processes one record of either topic. */
    @Override
    public void process(Record<byte[], byte[]> record) {
        long beganNanos = System.nanoTime();
        boolean done = false;
        try {
            RecordPlace place = RecordPlace.of(context.recordMetadata());
            if (place.topic().equals(shared.config.epochsTopic())) {
                control(record, place);
            } else {
                element(record, place);
            }
            done = true;
        } finally {
            if (!done) {
                answers.newStreams();
            }
        }
        commits.processed(beganNanos);
    }

    private void use(ViewSet next) {
        set = next;
        shared.begin(next);
        engine = next.newEngine();
        answers.epoch(next.epoch(), next.views());
    }

    // Elements

    private void element(Record<byte[], byte[]> record, RecordPlace place) {
        long now = context.currentSystemTimeMs();
        lastElementMs = now;
        lastTimestamp = record.timestamp();
        InputGraphs.Change change = input.take(record, place, now);
        if (change == null || engine == null || set == null) {
            if (change != null && change.isFirst() && !change.isEnd()) {
                streams++;
            }
            return;
        }
        Bytes stream = change.stream();
        Cause cause = new Cause(record, place, change.element());
        if (change.isEnd()) {
            for (View view : set.views()) {
                write(view.name(), Answers.Parts.of(view), stream, change.key(), null, record.timestamp(), cause);
            }
            state.heard(stream);
            timers.set(stream, Timers.NEVER);
            return;
        }
        if (change.isFirst()) {
            streams++;
        }
        StreamData data = null;
        for (View view : toAsk(change, engine, set)) {
            data = data == null ? data(stream) : data;
            long time = input.present(stream).lastTime();
            ask(view, stream, change.key(), data, time, record.timestamp(), Answers.Parts.of(view), cause);
        }
        if (state.asked(stream) != Long.MIN_VALUE) {
            state.heard(stream);
        }
        timers.set(stream, due(input.present(stream).lastTime(), Long.MIN_VALUE));
    }

    private List<View> toAsk(InputGraphs.Change change, ViewEngine present, ViewSet views) {
        if (change.isFirst()) {
            return views.views();
        }
        List<View> touched = present.touched(change.deletes(), change.adds());
        if (change.isEmpty()) {
            touched.removeIf(view -> !view.readsNow());
        }
        for (String name : old.getOrDefault(change.stream(), Set.of())) {
            views.view(name).filter(view -> !touched.contains(view)).ifPresent(touched::add);
        }
        return touched;
    }

    private StreamData data(Bytes stream) {
        return StreamData.of(input.present(stream).statements());
    }

    /**
     * What caused an answer, for a dead letter.
     *
     * @param element null if there is none
     */
    private record Cause(Record<byte[], byte[]> record, RecordPlace place, @Nullable StreamElement element) {}

    /** @param timeMs what {@code NOW()} is; {@code timestamp} is the time of the records that are written */
    private void ask(
            View view,
            Bytes stream,
            String key,
            StreamData data,
            long timeMs,
            long timestamp,
            Answers.Parts parts,
            Cause cause) {
        if (engine == null || refused.containsKey(view.name()) || told.contains(view.name())) {
            return;
        }
        ViewAnswer answer;
        try {
            answer = engine.answer(
                    view, data, timeMs, view.readsPrevious() ? answers.graph(view.name(), stream) : List.of());
            metrics.answers(view.name()).add(1);
        } catch (AnswerFailedException e) {
            if (e.reason().refusesView()) {
                tell(view, key, e);
            }
            failed(view.name(), stream, key, timestamp, e, cause);
            return;
        }
        write(view.name(), parts, stream, key, answer, timestamp, cause);
    }

    private void write(
            String view,
            Answers.Parts parts,
            Bytes stream,
            String key,
            @Nullable ViewAnswer answer,
            long timestamp,
            Cause cause) {
        Set<String> marked = old.get(stream);
        boolean wasOld = marked != null && marked.contains(view);
        try {
            answers.write(view, parts, stream, key, answer, timestamp, wasOld);
        } catch (UnfitElementException | MalformedJellyException e) {
            answers.newStreams();
            failed(view, stream, key, timestamp, e, cause);
            return;
        }
        if (marked != null && wasOld) {
            state.clearOld(stream, view);
            marked.remove(view);
            oldAnswers--;
            if (marked.isEmpty()) {
                old.remove(stream);
            }
        }
    }

    /** The answer before stays. It is marked as old, and the element is a dead letter. */
    private void failed(String view, Bytes stream, String key, long timestamp, RuntimeException why, Cause cause) {
        metrics.failures(view).add(1);
        if (old.computeIfAbsent(stream, none -> new TreeSet<>()).add(view)) {
            oldAnswers++;
            state.markOld(stream, view);
            tellOld(view, stream, key, timestamp);
        }
        RefusedElementException refusal = new RefusedElementException(
                RefusalReason.ANSWER, "stream " + ErrorText.name(key) + ": " + why.getMessage(), why);
        letters.refuse(cause.record(), cause.place(), cause.element(), refusal);
    }

    private void tellOld(String name, Bytes stream, String key, long timestamp) {
        View view = set == null ? null : set.view(name).orElse(null);
        try {
            if (view != null) {
                answers.tellOld(view, stream, key, timestamp);
            }
        } catch (UnfitElementException | MalformedJellyException e) {
            answers.newStreams();
            LOG.warn(
                    "The answer of the view {} for the stream {} cannot say that it is old: {}",
                    name,
                    key,
                    e.getMessage());
        }
    }

    // Epochs, ticks and refusals

    private void control(Record<byte[], byte[]> record, RecordPlace place) {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        if (key.equals(TICK)) {
            tick(ByteBuffer.wrap(record.value()).getLong(), new Cause(record, place, null));
        } else if (key.startsWith(REFUSED)) {
            refuse(key.substring(REFUSED.length()), new String(record.value(), StandardCharsets.UTF_8));
        } else {
            part(new Epoch.Part(record.value()));
        }
    }

    private void part(Epoch.Part part) {
        if (!part.follows(state.parts())) {
            return;
        }
        if (part.number() == 0) {
            state.clearParts();
        }
        if (set != null && part.epoch() <= set.epoch()) {
            return;
        }
        state.addPart(part.number(), part.value());
        if (part.isLast()) {
            ViewSet next = shared.compile(Epoch.of(state.parts()));
            state.beginEpoch();
            begin(next);
        }
    }

    private void begin(ViewSet next) {
        Set<String> changed = new LinkedHashSet<>(rebuild.views());
        Map<String, String> before = new HashMap<>();
        if (set != null) {
            set.views().forEach(view -> before.put(view.name(), view.digest()));
        }
        for (View view : next.views()) {
            String digest = before.remove(view.name());
            if (!view.digest().equals(digest) || refused.containsKey(view.name())) {
                changed.add(view.name());
            }
        }
        changed.addAll(before.keySet());
        refused.keySet().forEach(shared.faults::clear);
        refused.clear();
        told.clear();
        state.clearRefused();
        use(next);
        lookAtAllStreams();
        rebuild(changed);
        LOG.info(
                "Epoch {} begins: {} views, of which {} are answered anew for {} streams",
                next.epoch(),
                next.views().size(),
                changed,
                streams);
    }

    private void rebuild(Set<String> views) {
        rebuild = new Rebuild(views, null);
        rebuilt = 0;
        state.rebuild(rebuild);
        figures();
        scheduleRounds();
    }

    private void tell(View view, String key, AnswerFailedException why) {
        told.add(view.name());
        byte[] value = (view.digest() + "\nstream " + ErrorText.name(key) + ": " + ErrorText.message(why.getMessage()))
                .getBytes(StandardCharsets.UTF_8);
        for (int partition = 0; partition < shared.partitions; partition++) {
            context.forward(
                    new Record<>(
                            (REFUSED + view.name()).getBytes(StandardCharsets.UTF_8),
                            new RoutedFrame(value, partition),
                            context.currentSystemTimeMs()),
                    CONTROL);
        }
    }

    private void refuse(String name, String text) {
        int end = text.indexOf('\n');
        String digest = text.substring(0, end);
        String why = text.substring(end + 1);
        if (set == null
                || refused.containsKey(name)
                || set.view(name).filter(view -> view.digest().equals(digest)).isEmpty()) {
            return; // it has another definition by now
        }
        LOG.error("The view {} is refused, and its answers are taken back, until a definition changes: {}", name, why);
        refused.put(name, why);
        state.refuse(name, why);
        shared.faults.refuse(name, why);
        Set<String> views = new LinkedHashSet<>(rebuild.views());
        views.add(name);
        rebuild(views);
    }

    // Silent streams

    /**
     * The next moment at which a view wants to be asked about a stream.
     *
     * @param lastMs time of its last element
     * @param askedMs time at which it was asked last; {@link Long#MIN_VALUE} if that was at the element
     */
    private long due(long lastMs, long askedMs) {
        long first = Timers.NEVER;
        if (set != null && lastMs != StreamHead.NO_TIME) {
            for (View view : set.views()) {
                long next = view.nextTick(lastMs, Math.max(lastMs, askedMs));
                if (next != Timers.NEVER && (first == Timers.NEVER || next < first)) {
                    first = next;
                }
            }
        }
        return first;
    }

    private void lookAtAllStreams() {
        timers.clear();
        long[] count = {0};
        Bytes after = null;
        do {
            after = input.streams(after, 10_000, (stream, head) -> {
                if (head.lastTime() != StreamHead.NO_TIME) {
                    count[0]++;
                    timers.set(stream, due(head.lastTime(), state.asked(stream)));
                }
            });
        } while (after != null);
        streams = count[0];
    }

    /** Writes a tick if a moment has come, and what was written before that moment is read. */
    private void look(long nowMs) {
        figures();
        boolean isBehind = lastElementMs != Long.MIN_VALUE
                && nowMs - lastElementMs < 2 * LOOK_MS
                && nowMs - lastTimestamp > BEHIND_MS;
        if (!isBehind && timers.isDue(nowMs) && nowMs - lastTickSent >= LOOK_MS) {
            lastTickSent = nowMs;
            byte[] time = ByteBuffer.allocate(Long.BYTES).putLong(nowMs).array();
            context.forward(
                    new Record<>(
                            TICK.getBytes(StandardCharsets.UTF_8),
                            new RoutedFrame(time, context.taskId().partition()),
                            nowMs),
                    CONTROL);
            commits.processed(System.nanoTime());
        }
    }

    /** Asks at each moment up to a time, as if it were that moment, whenever the tick comes. */
    private void tick(long nowMs, Cause cause) {
        int asked = 0;
        while (set != null && timers.isDue(nowMs) && asked < MOST_PER_TICK) {
            long moment = timers.first();
            for (Bytes stream : timers.streams()) {
                metrics.ticks.add(1);
                asked++;
                long last = input.present(stream).lastTime();
                String key = text(stream);
                StreamData data = data(stream);
                for (View view : set.views()) {
                    if (view.nextTick(last, moment - 1) == moment) {
                        ask(
                                view,
                                stream,
                                key,
                                data,
                                moment,
                                moment,
                                Answers.Parts.of(view),
                                streamCause(stream, cause));
                    }
                }
                state.asked(stream, moment);
                timers.set(stream, due(last, moment));
            }
        }
    }

    /** A dead letter that no element has caused has the key of the stream, and no value. */
    private static Cause streamCause(Bytes stream, Cause cause) {
        return new Cause(new Record<>(stream.get(), null, cause.record().timestamp()), cause.place(), null);
    }

    private static String text(Bytes stream) {
        return new String(stream.get(), StandardCharsets.UTF_8);
    }

    // Rebuilds

    private void scheduleRounds() {
        if (!rebuild.isDone() && rounds == null) {
            rounds = context.schedule(
                    Duration.ofMillis(ROUND_MS),
                    PunctuationType.WALL_CLOCK_TIME,
                    now -> TaskProcessor.inLog(context, () -> round(now)));
        }
    }

    private void round(long nowMs) {
        boolean done = false;
        long beganNanos = System.nanoTime();
        try {
            long end = beganNanos + Duration.ofMillis(ROUND_WORK_MS).toNanos();
            do {
                chunk(nowMs);
            } while (!rebuild.isDone() && System.nanoTime() < end);
            state.rebuild(rebuild);
            figures();
            if (rebuild.isDone() && rounds != null) {
                rounds.cancel();
                rounds = null;
                LOG.info("The views of epoch {} have answered all streams: {}", set == null ? 0 : set.epoch(), rebuilt);
            }
            done = true;
        } finally {
            if (!done) {
                answers.newStreams();
            }
        }
        commits.processed(beganNanos);
    }

    private void chunk(long nowMs) {
        List<Bytes> found = new ArrayList<>();
        Bytes last = input.streams(rebuild.after(), CHUNK, (stream, head) -> found.add(stream));
        for (Bytes stream : found) {
            StreamState present = input.present(stream);
            boolean hasEnded = present.lastTime() == StreamHead.NO_TIME;
            rebuilt += hasEnded ? 0 : 1;
            String key = text(stream);
            Cause cause = new Cause(
                    new Record<>(stream.get(), null, nowMs),
                    new RecordPlace(
                            shared.config.epochsTopic(), context.taskId().partition(), -1),
                    null);
            long time = Math.max(present.lastTime(), state.asked(stream));
            StreamData data = hasEnded ? null : data(stream);
            for (String name : rebuild.views()) {
                View view = set == null || refused.containsKey(name)
                        ? null
                        : set.view(name).orElse(null);
                if (view == null || data == null) {
                    write(name, Answers.Parts.ALL, stream, key, null, nowMs, cause);
                } else {
                    ask(view, stream, key, data, time, nowMs, Answers.Parts.ALL, cause);
                }
            }
        }
        rebuild = last == null ? Rebuild.NONE : new Rebuild(rebuild.views(), last);
    }

    private void figures() {
        metrics.old.set(oldAnswers);
        metrics.epoch.set(set == null ? 0 : set.epoch());
        metrics.left.set(rebuild.isDone() ? 0 : Math.max(0, streams - rebuilt));
        metrics.refused.set(refused.size());
    }

    @Override
    public void close() {
        looks.cancel();
        if (rounds != null) {
            rounds.cancel();
        }
        commits.close();
        metrics.remove();
        input.close();
    }
}
