package dev.velella.tests;

import dev.velella.source.simulator.SimulatedElement;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What the simulated stations send, made without Kafka. */
public final class Weather {
    private Weather() {}

    /** All elements of a simulation. */
    public static List<SimulatedElement> elements(int count, int stations) {
        List<SimulatedElement> elements = new ArrayList<>();
        iterator(count, stations).forEachRemaining(elements::add);
        return elements;
    }

    /** The same elements, each made when it is asked for. */
    public static Iterator<SimulatedElement> iterator(int count, int stations) {
        WeatherSimulator simulator = new WeatherSimulator(new WeatherOptions(1, stations, count));
        return Stream.generate(simulator::next).takeWhile(Objects::nonNull).iterator();
    }
}
