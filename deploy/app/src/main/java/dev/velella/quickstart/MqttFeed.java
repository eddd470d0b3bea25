package dev.velella.quickstart;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.part.MqttBrokerProcess;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Simulated stations that send JSON to an MQTT broker. The source connector reads the JSON with a template. */
final class MqttFeed implements Feed {
    /** Topic of messages that the source cannot read, as in its sample. */
    static final String LETTERS = "weather-dead-letters";

    private static final int MQTT_PORT = 1883;

    private final MqttBrokerProcess broker;
    private final WeatherDevices devices;
    private final String template;
    private final long announced;

    private MqttFeed(MqttBrokerProcess broker, WeatherDevices devices, String template, long announced) {
        this.broker = broker;
        this.devices = devices;
        this.template = template;
        this.announced = announced;
    }

    /**
     * Starts the broker; the stations send nothing before {@link #begin}.
     *
     * @param directory directory for the files of the broker
     */
    static MqttFeed start(QuickstartOptions options, Samples samples, Path directory)
            throws IOException, InterruptedException {
        String template = samples.text("weather-template.trig");
        MqttBrokerProcess broker = new MqttBrokerProcess(samples, directory, Ports.preferring(MQTT_PORT));
        return new MqttFeed(broker, new WeatherDevices(options, broker.port()), template, options.graphs());
    }

    @Override
    public ObjectNode connector(Samples samples, String bootstrapServers) throws IOException {
        return samples.connector(
                "mqtt-weather-source.json",
                Map.of(
                        "kafka.bootstrap.servers", bootstrapServers,
                        "mqtt.server.uri", uri(),
                        "dead.letter.topic", LETTERS,
                        "payload.json.template", template));
    }

    private String uri() {
        return "mqtt://localhost:" + broker.port();
    }

    @Override
    public void begin(GraphMeter graphs) {
        devices.start(graphs::graphs);
    }

    @Override
    public long announced() {
        return announced;
    }

    @Override
    public Optional<Long> total(Pipeline pipeline, String connector) {
        return devices.isDone() ? Optional.of(announced) : Optional.empty();
    }

    @Override
    public Optional<String> failure() {
        return broker.isRunning() ? devices.failure() : Optional.of("the MQTT broker has ended");
    }

    @Override
    public List<String> places() {
        return List.of("  MQTT      " + uri() + ", topics site/STATION/weather");
    }

    @Override
    public List<String> differences(Map<String, RdfGraph> last) {
        return TemplateCheck.differences(template, devices.last(), last);
    }

    @Override
    public void close() {
        devices.close();
        broker.close();
    }
}
