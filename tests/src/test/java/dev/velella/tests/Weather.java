package dev.velella.tests;

import dev.velella.source.simulator.SimulatedElement;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.util.ArrayList;
import java.util.List;

/** What the simulated stations send, made without Kafka. */
public final class Weather {
    private Weather() {}

    public static List<SimulatedElement> elements(int count, int stations) {
        WeatherOptions one = WeatherOptions.of(1, count);
        WeatherSimulator simulator = new WeatherSimulator(new WeatherOptions(
                one.seed(),
                stations,
                count,
                one.start(),
                one.base(),
                one.style(),
                one.blankNodes(),
                one.duplicateProbability(),
                one.lateProbability(),
                one.gapProbability()));
        List<SimulatedElement> elements = new ArrayList<>();
        for (SimulatedElement element = simulator.next(); element != null; element = simulator.next()) {
            elements.add(element);
        }
        return elements;
    }
}
