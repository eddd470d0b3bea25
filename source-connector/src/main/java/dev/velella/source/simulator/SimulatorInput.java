package dev.velella.source.simulator;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.source.input.ElementInput;
import dev.velella.source.input.SourceElement;
import org.jspecify.annotations.Nullable;

/** The simulated weather stations as an input. */
final class SimulatorInput implements ElementInput {
    private final WeatherSimulator simulator;

    SimulatorInput(WeatherOptions options) {
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
