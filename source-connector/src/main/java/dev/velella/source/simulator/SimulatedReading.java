package dev.velella.source.simulator;

/**
 * The plain JSON that a station would send in place of an element.
 *
 * @param key {@code ibs_N}, N being the number of the station from 1
 * @param json one object: the station, the time, and each property by its name
 */
public record SimulatedReading(String key, String json) {
    static SimulatedReading of(WeatherSample sample) {
        String key = WeatherSimulator.key(sample);
        StringBuilder json = new StringBuilder("{\"station\": \"")
                .append(key)
                .append("\", \"time\": \"")
                .append(WeatherShape.timeText(sample))
                .append('"');
        for (int i = 0; i < WeatherProperty.ALL.size(); i++) {
            json.append(", \"")
                    .append(WeatherProperty.ALL.get(i).name())
                    .append("\": ")
                    .append(sample.values().get(i));
        }
        return new SimulatedReading(key, json.append('}').toString());
    }
}
