package dev.velella.diff;

import dev.velella.jelly.MalformedJellyException;
import dev.velella.keyframe.JellyHeader;
import dev.velella.record.LookBack;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Turns each element of a stream into the patch that leads to it from the element before.
 *
 * <p>A record with a null value ends its stream: the patch deletes the stream's graph, and the numbers of its patches
 * go on if it comes back. It is never late, and elements after it may have any time. An element that changes nothing
 * gives no patch. Everything that can fail on account of a record comes before the first write, and the message then
 * names topic, partition and offset.
 *
 * <p>Kafka Streams may close an instance and init it again: everything but the settings is made in {@link #init}. So
 * what a task wrote before its transaction was aborted never is what later patches continue: they are a new codec stream.
 */
final class DiffProcessor implements Processor<byte[], byte[], byte[], RoutedFrame> {
    private static final byte[] PATCH_CONTENT_TYPE = RecordHeaderNames.JELLY_PATCH.getBytes(StandardCharsets.US_ASCII);

    private final DiffSettings settings;
    private final LookBackClient client;
    private final TargetGraph target;
    private @Nullable Task task;

    /** @param client shared by the processors of an app */
    DiffProcessor(DiffSettings settings, LookBackClient client) {
        this.settings = settings;
        this.client = client;
        target = TargetGraph.of(settings.graph());
    }

    @Override
    public void init(ProcessorContext<byte[], RoutedFrame> context) {
        task = new Task(context);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Objects.requireNonNull(task, "process before init").process(record);
    }

    @Override
    public void close() {
        if (task != null) {
            Task ended = task;
            task = null;
            ended.close();
        }
    }

    /** What lives from one init to the next. */
    private final class Task {
        final ProcessorContext<byte[], RoutedFrame> context;
        final DiffMetrics metrics;
        final StreamStates states;
        final GraphFrames graphs;
        final ElementReader reader;
        final PatchFrames patches;

        /** Whether the last record was not processed to its end. */
        boolean failed;

        Task(ProcessorContext<byte[], RoutedFrame> context) {
            this.context = context;
            states = new StreamStates(context.getStateStore(DiffTopology.STORE), settings);
            metrics = new DiffMetrics(context.metrics(), context.taskId());
            FrameSettings frames = settings.frames();
            LookBack lookBack = new LookBack(client.config(context), frames.lookBack());
            graphs = new GraphFrames(frames, lookBack, metrics);
            reader = new ElementReader(graphs, settings.maxFutureMs());
            patches = PatchFrames.of(frames, context.taskId().partition());
        }

        /** What is thrown here may leave a frame unsent, and Kafka Streams may go on all the same. */
        void process(Record<byte[], byte[]> record) {
            RecordPlace place = RecordPlace.of(context.recordMetadata());
            boolean done = false;
            try {
                step(record, place);
                done = true;
            } catch (UnfitElementException | MalformedJellyException e) {
                throw new RejectedRecordException(place.toString(), e);
            } finally {
                failed = !done;
                if (failed) {
                    patches.newStream();
                }
            }
        }

        private void step(Record<byte[], byte[]> record, RecordPlace place) {
            StreamElement element = reader.read(record, place, context.currentSystemTimeMs());
            // After a failure it may be the record that failed, which has given no patch yet.
            if (element.repeated() && !failed) {
                metrics.repeated();
                return;
            }
            Bytes key = Bytes.wrap(record.key());
            StreamState before = states.load(key);
            Set<Statement> next = Set.of();
            long time = StreamState.NO_TIME;
            if (element.graph() != null) {
                metrics.read(element.graph().statements().size());
                if (element.time() < before.lastTime() && settings.late() == LatePolicy.DROP) {
                    metrics.late();
                    return;
                }
                next = target.statements(element.key(), element.graph());
                time = Math.max(element.time(), before.lastTime());
            }
            RollingDiff change = RollingDiff.between(before.statements(), next);
            if (!change.isEmpty()) {
                write(record, element, change, before.after(change, next, time));
            } else {
                repeat(key, before, time, element.graph() != null);
            }
        }

        private void repeat(Bytes key, StreamState before, long time, boolean isElement) {
            if (isElement) {
                metrics.duplicate();
            }
            if (time != before.lastTime()) {
                states.saveTime(key, before.at(time));
            }
        }

        private void write(
                Record<byte[], byte[]> record, StreamElement element, RollingDiff change, StreamState after) {
            byte[] state = states.encode(after);
            RoutedFrame patch = patches.encode(change.toPatch());
            Record<byte[], RoutedFrame> out = new Record<>(record.key(), patch, record.timestamp());
            Headers headers = out.headers();
            headers.add(RecordHeaderNames.CONTENT_TYPE, PATCH_CONTENT_TYPE);
            JellyHeader header = patch.header();
            if (header != null) {
                headers.add(RecordHeaderNames.JELLY, header.toBytes());
            }
            headers.add(
                    RecordHeaderNames.PATCH, ascii(new PatchPosition(after.number(), after.hash(), false).format()));
            if (element.timeFromHeader()) {
                headers.add(RecordHeaderNames.EVENT_TIME, ascii(Long.toString(element.time())));
            }
            context.forward(out);
            states.save(Bytes.wrap(record.key()), after, state);
            metrics.written(change, patch);
        }

        void close() {
            try {
                graphs.close();
            } finally {
                metrics.remove();
            }
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
