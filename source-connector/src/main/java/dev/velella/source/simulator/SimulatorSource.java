package dev.velella.source.simulator;

import dev.velella.source.input.PlannedInput;
import dev.velella.source.input.SourceOffset;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.record.SourcePartition;
import dev.velella.source.replay.Replay;
import dev.velella.source.replay.ReplaySession;
import dev.velella.source.task.SourceSession;
import dev.velella.source.task.SourceType;
import dev.velella.source.task.TaskStart;
import java.util.List;

/** Simulated weather stations as a source. */
public final class SimulatorSource {
    private static final String INPUT = "simulator?";

    /** The type. */
    public static final SourceType TYPE = SourceType.named("simulator", "for simulated weather stations")
            .options("Simulator", SimulatorOptions::define)
            .shared(SharedOptions.TIME)
            .offsets(INPUT, SourceOffset::fromMap)
            .sessions(SimulatorSource::open);

    private SimulatorSource() {}

    private static SourceSession open(TaskStart start) {
        return ReplaySession.open(replay(start.config()), start);
    }

    private static Replay replay(RdfSourceConfig config) {
        WeatherOptions weather = SimulatorOptions.weather(config);
        PlannedInput input = new PlannedInput(
                SourcePartition.of(INPUT + SimulatorOptions.identity(config)),
                () -> new SimulatorInput(weather),
                stored -> isFinished(weather.elements(), stored));
        return new Replay(List.of(input), SimulatorOptions.RATE_PER_SECOND.of(config), 0);
    }

    /** Whether all elements were emitted. A finished stream goes on if it is made longer, or endless. */
    private static boolean isFinished(long elements, SourceOffset stored) {
        return stored.complete() && elements != 0 && elements <= stored.elements();
    }
}
