package dev.velella.diff.app;

import dev.velella.diff.frame.RoutedFrame;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The processor of one partition number. Kafka Streams may close an instance and init it again; therefore {@link #init} makes a
 * new {@link Task}, with all state that is in memory. Not thread-safe.
 */
public final class TaskProcessor implements Processor<byte[], byte[], byte[], RoutedFrame> {
    private static final String LOG_TASK = "velella.task";

    private final Function<ProcessorContext<byte[], RoutedFrame>, Task> tasks;
    private @Nullable Task task;
    private String logName = "";

    /** Everything between {@link #init} and {@link #close}. */
    public interface Task {
        /** Processes one record. */
        void process(Record<byte[], byte[]> record);

        /** Frees what the task holds. */
        void close();
    }

    /** @param tasks makes a task */
    public TaskProcessor(Function<ProcessorContext<byte[], RoutedFrame>, Task> tasks) {
        this.tasks = tasks;
    }

    @Override
    public void init(ProcessorContext<byte[], RoutedFrame> context) {
        task = tasks.apply(context);
        logName = logName(context);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task present = Objects.requireNonNull(task, "process before init");
        inLog(logName, () -> present.process(record));
    }

    /** Runs what a timer of a task does, so that lines of the log name the task. */
    public static void inLog(ProcessorContext<?, ?> context, Runnable work) {
        inLog(logName(context), work);
    }

    private static String logName(ProcessorContext<?, ?> context) {
        return "[task " + context.taskId() + "] ";
    }

    private static void inLog(String name, Runnable work) {
        MDC.put(LOG_TASK, name);
        try {
            work.run();
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
}
