package dev.velella.source.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.velella.fixture.SharedFolder;
import dev.velella.rdf.GraphShape;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeatherSimulatorTest {

    // Sums made with: python3 gen_weather.py OPTIONS | md5sum
    @ParameterizedTest
    @CsvSource({
        "cdf3fe4b75f6fb38f1ef5aaeb57ae1b0, --seed 1 --elements 1000",
        "781c793ca02a200e054d756bc81cd1d0, --seed 7 --elements 5000"
    })
    void givesTheBytesOfTheGeneratorScript(String md5, String options) {
        assertThat(NQuadsText.md5(GeneratorOptions.parse(options))).isEqualTo(md5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--seed 424242 --elements 3000",
                "--seed 9223372036854775807 --elements 200 --stations 13",
                "--seed 0 --elements 400 --stations 2"
            })
    void agreesWithTheScriptWhereItCanRun(String options) throws IOException {
        byte[] expected = runScript(options);
        assertThat(NQuadsText.bytes(new WeatherSimulator(GeneratorOptions.parse(options))))
                .isEqualTo(expected);
    }

    // Sum made with: python3 gen_weather.py --seed 7 --elements 2000 --stations 3 --format json | md5sum
    @Test
    void readingsAreTheJsonOfTheGeneratorScript() throws Exception {
        WeatherSimulator simulator =
                new WeatherSimulator(GeneratorOptions.parse("--seed 7 --elements 2000 --stations 3"));
        MessageDigest md5 = MessageDigest.getInstance("MD5");
        for (SimulatedReading r = simulator.nextReading(); r != null; r = simulator.nextReading()) {
            md5.update((r.json() + "\n").getBytes(StandardCharsets.UTF_8));
        }
        assertThat(HexFormat.of().formatHex(md5.digest())).isEqualTo("9631422c8198482d60b752d1b9f483e8");
    }

    @Test
    void skippingGivesTheSameRestAsReading() {
        WeatherOptions options = GeneratorOptions.parse("--seed 2 --elements 90 --stations 3");
        List<SimulatedElement> all = readAll(new WeatherSimulator(options));
        WeatherSimulator resumed = new WeatherSimulator(options);
        for (int i = 0; i < 41; i++) {
            assertThat(resumed.skip()).isTrue();
        }
        assertThat(readAll(resumed)).isEqualTo(all.subList(41, 90));
        assertThat(resumed.skip()).isFalse();
    }

    @Test
    void longerStreamBeginsWithTheShorterOne() {
        String options = " --seed 8 --stations 2";
        List<SimulatedElement> shorter =
                readAll(new WeatherSimulator(GeneratorOptions.parse("--elements 51" + options)));
        List<SimulatedElement> longer =
                readAll(new WeatherSimulator(GeneratorOptions.parse("--elements 80" + options)));
        assertThat(longer.subList(0, 51)).isEqualTo(shorter);
    }

    @Test
    void elementIsANamedGraphOf116StatementsWithKeyAndTime() {
        SimulatedElement element = new WeatherSimulator(WeatherOptions.of(1, 0)).next();
        assertThat(element.key()).isEqualTo("ibs_1");
        assertThat(element.time()).isEqualTo(Instant.parse("2023-01-02T15:36:37.065535Z"));
        assertThat(element.graph().statements()).hasSize(116);
        assertThat(GraphShape.of(element.graph())).isEqualTo(GraphShape.NAMED_GRAPH);
        assertThat(element.graph().statements().get(0).getContext()).isNull();
    }

    @Test
    void keysCountStationsFromOne() {
        WeatherSimulator simulator = new WeatherSimulator(GeneratorOptions.parse("--stations 3 --elements 5"));
        assertThat(readAll(simulator))
                .extracting(SimulatedElement::key)
                .containsExactly("ibs_1", "ibs_2", "ibs_3", "ibs_1", "ibs_2");
    }

    @Test
    void streamOfNoGivenLengthGoesOn() {
        WeatherSimulator simulator = new WeatherSimulator(WeatherOptions.of(1, 0));
        for (int i = 0; i < 5000; i++) {
            assertThat(simulator.skip()).isTrue();
        }
        assertThat(simulator.next()).isNotNull();
    }

    @Test
    @Timeout(600)
    void tenThousandElementsAreMadeInNoTime() {
        WeatherSimulator simulator = new WeatherSimulator(WeatherOptions.of(1, 20_000));
        for (int i = 0; i < 10_000; i++) {
            simulator.next();
        }
        // Time of this thread on a processor, so that other work on the machine does not count.
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long begin = threads.getCurrentThreadCpuTime();
        int statements = 0;
        for (SimulatedElement e = simulator.next(); e != null; e = simulator.next()) {
            statements += e.graph().statements().size();
        }
        assertThat(statements).isEqualTo(1_160_000);
        assertThat(TimeUnit.NANOSECONDS.toMillis(threads.getCurrentThreadCpuTime() - begin))
                .isLessThan(3000);
    }

    @Test
    void refusesOptionsOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WeatherOptions(1, 0, 0))
                .withMessage("stations must be at least 1, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WeatherOptions(1, 1, -1))
                .withMessage("elements must be 0 (endless) or more, not -1");
    }

    private static List<SimulatedElement> readAll(WeatherSimulator simulator) {
        List<SimulatedElement> elements = new ArrayList<>();
        for (SimulatedElement e = simulator.next(); e != null; e = simulator.next()) {
            elements.add(e);
        }
        return elements;
    }

    private static byte[] runScript(String options) throws IOException {
        Path script = SharedFolder.require("data/gen_weather.py");
        List<String> command = new ArrayList<>(List.of("python3", script.toString()));
        command.addAll(GeneratorOptions.words(options));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        Process process = null;
        try {
            process = builder.start();
        } catch (IOException e) {
            SharedFolder.missing("python3 cannot be run: " + e.getMessage());
        }
        try {
            byte[] output = process.getInputStream().readAllBytes();
            assertThat(process.waitFor()).isZero();
            return output;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            process.destroy();
        }
    }
}
