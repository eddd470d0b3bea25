package dev.velella.diff;

import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.JellyPatchOptions;
import dev.velella.jelly.MalformedJellyException;
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
import org.apache.kafka.streams.processor.api.RecordMetadata;
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
 * <p>Kafka Streams may close an instance and init it again: everything but the settings is made in {@link #init}.
 */
final class DiffProcessor implements Processor<byte[], byte[], byte[], RoutedFrame> {
    private static final byte[] PATCH_CONTENT_TYPE = RecordHeaderNames.JELLY_PATCH.getBytes(StandardCharsets.US_ASCII);

    private final DiffSettings settings;
    private final TargetGraph target;
    private @Nullable Task task;

    DiffProcessor(DiffSettings settings) {
        this.settings = settings;
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
            task.metrics.remove();
            task = null;
        }
    }

    /** What lives from one init to the next. */
    private final class Task {
        final ProcessorContext<byte[], RoutedFrame> context;
        final DiffMetrics metrics;
        final StreamStates states;
        final ElementReader reader;
        final JellyPatchEncoder encoder;

        Task(ProcessorContext<byte[], RoutedFrame> context) {
            this.context = context;
            states = new StreamStates(context.getStateStore(DiffTopology.STORE), settings);
            reader = new ElementReader(settings.limits(), settings.maxFutureMs());
            encoder = new JellyPatchEncoder(
                    JellyPatchOptions.frame(settings.tables(), settings.rdfStar()), settings.limits());
            metrics = new DiffMetrics(context.metrics(), context.taskId());
        }

        void process(Record<byte[], byte[]> record) {
            try {
                step(record);
            } catch (UnfitElementException | MalformedJellyException e) {
                throw new RejectedRecordException(place(), e);
            }
        }

        private void step(Record<byte[], byte[]> record) {
            StreamElement element = reader.read(record, context.currentSystemTimeMs());
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
            byte[] patch = encoder.encode(change.toPatch());
            RoutedFrame routed = new RoutedFrame(patch, context.taskId().partition());
            Record<byte[], RoutedFrame> out = new Record<>(record.key(), routed, record.timestamp());
            Headers headers = out.headers();
            headers.add(RecordHeaderNames.CONTENT_TYPE, PATCH_CONTENT_TYPE);
            headers.add(
                    RecordHeaderNames.PATCH, ascii(new PatchPosition(after.number(), after.hash(), false).format()));
            if (element.timeFromHeader()) {
                headers.add(RecordHeaderNames.EVENT_TIME, ascii(Long.toString(element.time())));
            }
            context.forward(out);
            states.save(Bytes.wrap(record.key()), after, state);
            metrics.written(change, patch.length);
        }

        private String place() {
            return context.recordMetadata().map(Task::place).orElse("a record without a place");
        }

        private static String place(RecordMetadata record) {
            return record.topic() + "-" + record.partition() + "@" + record.offset();
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
