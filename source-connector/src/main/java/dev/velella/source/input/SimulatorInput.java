package dev.velella.source.input;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import org.jspecify.annotations.Nullable;

/** The simulated weather stations as an input. */
public final class SimulatorInput implements ElementInput {
    private final WeatherSimulator simulator;

    public SimulatorInput(WeatherOptions options) {
        this.simulator = new WeatherSimulator(options);
    }

    @Override
    public @Nullable SourceElement next() {
        SimulatedElement element = simulator.next();
        return element == null
                ? null
                : new SourceElement(element.key(), element.time().toEpochMilli(), RdfStructs.of(element.graph()));
    }

    @Override
    public boolean skip() {
        return simulator.skip();
    }

    @Override
    public void close() {}
}
