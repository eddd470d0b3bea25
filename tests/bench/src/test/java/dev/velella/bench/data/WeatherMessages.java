package dev.velella.bench.data;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.kit.options.OptionGroup;
import dev.velella.lift.Payload;
import dev.velella.source.payload.PayloadOptions;
import dev.velella.source.payload.PayloadReader;
import dev.velella.source.simulator.SimulatedReading;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** What a simulated weather station sends: JSON objects that the sample's template makes 115 triples in a named graph of. */
public final class WeatherMessages {
    static final String TOPIC = "site/ibs_1/weather";
    /** Of the messages. */
    public static final String CONTENT_TYPE = "application/json";

    /** Triples of the named graph; one more statement stands in the default graph. */
    public static final int TRIPLES = 115;

    private static final long SEED = 1;

    private WeatherMessages() {}

    /** As many as that, one after the other. */
    public static List<String> json(int count) {
        WeatherSimulator simulator = new WeatherSimulator(WeatherOptions.of(SEED, count));
        List<String> messages = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            SimulatedReading reading = Objects.requireNonNull(simulator.nextReading());
            messages.add(reading.json());
        }
        return messages;
    }

    /** A message as the source gets it. */
    public static Payload payload(String json) {
        return new Payload(TOPIC, json.getBytes(StandardCharsets.UTF_8), CONTENT_TYPE, Instant.EPOCH);
    }

    /** The template in the samples; the benchmarks run in the checkout. */
    public static String template() {
        Path module = Path.of(System.getProperty("velella.root", ""));
        for (Path folder = module.toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path template = folder.resolve("deploy/samples/weather-template.trig");
            if (Files.exists(template)) {
                try {
                    return Files.readString(template);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        throw new BenchmarkException("no deploy/samples/weather-template.trig above " + module.toAbsolutePath());
    }

    /** The reader of payloads that a source with the template has. */
    public static PayloadReader reader() {
        ConfigDef def = new ConfigDef();
        PayloadOptions.define(new OptionGroup(def, "Payloads"));
        Map<String, String> options =
                Map.of(PayloadOptions.JSON.name(), "template", PayloadOptions.JSON_TEMPLATE.name(), template());
        return PayloadOptions.reader(new AbstractConfig(def, options, false), 1_000_000, 1 << 20);
    }
}
