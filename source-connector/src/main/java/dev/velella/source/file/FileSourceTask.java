package dev.velella.source.file;

import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.replay.Replay;
import dev.velella.source.replay.ReplayTask;
import java.time.Clock;
import java.util.function.LongSupplier;

/** Emits the elements of files. */
public final class FileSourceTask extends ReplayTask {
    /** Creates a task. The Connect worker calls this. */
    public FileSourceTask() {
        this(Clock.systemUTC(), System::nanoTime);
    }

    /** A task with clocks of its own, for tests. */
    public FileSourceTask(Clock clock, LongSupplier nanoTime) {
        super(new FileSourceType(), clock, nanoTime);
    }

    @Override
    protected Replay replay(RdfSourceConfig config) {
        return FileSourceType.replay(config);
    }
}
