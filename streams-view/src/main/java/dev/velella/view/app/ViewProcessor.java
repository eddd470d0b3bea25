package dev.velella.view.app;

import dev.velella.diff.frame.RoutedFrame;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Answers all views for the streams of one partition. Kafka Streams may close an instance and init it again; therefore
 * {@link #init} makes a new {@link ViewTask}.
 */
final class ViewProcessor implements Processor<byte[], byte[], byte[], RoutedFrame> {
    private static final String LOG_TASK = "velella.task";

    private final ViewShared shared;
    private @Nullable ViewTask task;

    ViewProcessor(ViewShared shared) {
        this.shared = shared;
    }

    @Override
    public void init(ProcessorContext<byte[], RoutedFrame> context) {
        task = new ViewTask(shared, context);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        ViewTask present = Objects.requireNonNull(task, "process before init");
        MDC.put(LOG_TASK, present.logName());
        try {
            present.process(record);
        } finally {
            MDC.remove(LOG_TASK);
        }
    }

    @Override
    public void close() {
        if (task != null) {
            ViewTask ended = task;
            task = null;
            ended.close();
        }
    }
}
