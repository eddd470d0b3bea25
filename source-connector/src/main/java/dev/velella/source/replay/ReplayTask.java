package dev.velella.source.replay;

import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.SourceType;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.task.RdfSourceTask;
import dev.velella.source.task.SourceSession;
import java.time.Clock;
import java.util.function.LongSupplier;

/**
 * Emits the elements of inputs that can be read again from the start.
 *
 * <p>{@link #stop} returns at once.
 */
public abstract class ReplayTask extends RdfSourceTask {
    private final Clock clock;
    private final LongSupplier nanoTime;

    /**
     * Creates a task that is not started.
     *
     * @param clock clock of timestamps
     * @param nanoTime a clock as {@link System#nanoTime}, for the pace
     */
    protected ReplayTask(SourceType type, Clock clock, LongSupplier nanoTime) {
        super(type, nanoTime);
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /** The inputs of the task, and their pace. */
    protected abstract Replay replay(RdfSourceConfig config);

    @Override
    protected final SourceSession open(RdfSourceConfig config, RecordStamps stamps) {
        return ReplaySession.open(replay(config), config, stamps, context, clock, nanoTime);
    }
}
