package dev.velella.source.simulator;

import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.replay.Replay;
import dev.velella.source.replay.ReplayTask;
import java.time.Clock;
import java.util.function.LongSupplier;

/** Emits the elements of simulated weather stations. */
public final class SimulatorSourceTask extends ReplayTask {
    /** Creates a task. The Connect worker calls this. */
    public SimulatorSourceTask() {
        this(Clock.systemUTC(), System::nanoTime);
    }

    /** A task with clocks of its own, for tests. */
    public SimulatorSourceTask(Clock clock, LongSupplier nanoTime) {
        super(new SimulatorSourceType(), clock, nanoTime);
    }

    @Override
    protected Replay replay(RdfSourceConfig config) {
        return SimulatorSourceType.replay(config);
    }
}
