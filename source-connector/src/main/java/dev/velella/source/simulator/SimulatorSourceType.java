package dev.velella.source.simulator;

import dev.velella.kit.options.OptionGroup;
import dev.velella.source.input.PlannedInput;
import dev.velella.source.input.SourceOffset;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.options.SourceType;
import dev.velella.source.record.SourcePartition;
import dev.velella.source.replay.Replay;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.connector.Task;
import org.jspecify.annotations.Nullable;

/** Simulated weather stations as a source. Stateless. */
public final class SimulatorSourceType implements SourceType {
    private static final String NAME = "simulator";
    private static final String INPUT = NAME + "?";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String doc() {
        return "for simulated weather stations";
    }

    @Override
    public String group() {
        return "Simulator";
    }

    @Override
    public void define(OptionGroup group) {
        SimulatorOptions.define(group);
    }

    @Override
    public Set<SharedOptions> shared() {
        return Set.of(SharedOptions.TIME);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return SimulatorSourceTask.class;
    }

    @Override
    public boolean owns(String input) {
        return input.startsWith(INPUT);
    }

    @Override
    public void checkOffset(String input, @Nullable Map<String, ?> offset) {
        SourceOffset.fromMap(offset);
    }

    static Replay replay(RdfSourceConfig config) {
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
