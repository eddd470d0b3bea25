package dev.velella.source.simulator;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Reads the generator script's command line as options of the simulator, so that a test says them once. */
final class GeneratorOptions {
    private GeneratorOptions() {}

    static List<String> words(String commandLine) {
        return List.of(commandLine.split(" "));
    }

    static WeatherOptions parse(String commandLine) {
        Map<String, String> given = new HashMap<>();
        for (Iterator<String> words = words(commandLine).iterator(); words.hasNext(); ) {
            given.put(words.next(), words.next());
        }
        return new WeatherOptions(
                Long.parseLong(given.getOrDefault("--seed", "1")),
                Integer.parseInt(given.getOrDefault("--stations", "1")),
                Long.parseLong(given.getOrDefault("--elements", "1000")));
    }
}
