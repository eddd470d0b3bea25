package dev.velella.bench.source;

import dev.velella.bench.data.WeatherMessages;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.source.payload.PayloadReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** What devices send to a source that is measured. */
enum SourcePayload {
    /** JSON of the weather station, of which the sample's template makes 115 triples in a named graph. */
    JSON("weather-json"),

    /** The same graph as a self-contained Jelly frame. */
    JELLY("weather-jelly");

    private final String label;

    SourcePayload(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** So many payloads, one after the other. */
    List<byte[]> payloads(int count) {
        List<String> json = WeatherMessages.json(count);
        if (this == JSON) {
            return json.stream()
                    .map(text -> text.getBytes(StandardCharsets.UTF_8))
                    .toList();
        }
        PayloadReader reader = WeatherMessages.reader();
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, false, 2);
        return json.stream()
                .map(text -> new JellyGraphEncoder(options, Limits.DEFAULT)
                        .encode(reader.read(WeatherMessages.payload(text))))
                .toList();
    }

    /** Options of the source that are about payloads. */
    Map<String, String> options() {
        return this == JSON
                ? Map.of(
                        "payload.content.type",
                        WeatherMessages.CONTENT_TYPE,
                        "payload.json",
                        "template",
                        "payload.json.template",
                        WeatherMessages.template())
                : Map.of("payload.content.type", "application/x-jelly-rdf");
    }
}
