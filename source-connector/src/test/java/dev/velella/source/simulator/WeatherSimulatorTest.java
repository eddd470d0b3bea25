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
import java.time.LocalDateTime;
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
        "781c793ca02a200e054d756bc81cd1d0, --seed 7 --elements 5000",
        "b01ca31c936697e6f62f4601d666c1bc, --seed -3 --elements 500 --stations 4 --start 2024-02-28T23:59:50",
        "3cc9cf726ea30ae93c7d5a0a279cbcd6, --seed 11 --elements 300 --stations 2 --bnodes",
        "12e477761afacae15c6653d00ea5b0dc, --seed 5 --elements 300 --stations 3 --style triples",
        "6a45429bd2e2276cdcb3379c4f71d77e,"
                + " --seed 2 --elements 2000 --stations 3 --dup-prob 0.1 --late-prob 0.2 --gap-prob 0.05",
        "666a32e2ce2afc765c4a1d31b8af1c82,"
                + " --seed 2 --elements 300 --style triples --bnodes --late-prob 0.5 --dup-prob 0.3",
        "6161c91811f1e9af491433253bb48480, --seed 9 --elements 100 --base http://example.org/site#"
    })
    void givesTheBytesOfTheGeneratorScript(String md5, String options) {
        assertThat(NQuadsText.md5(GeneratorOptions.parse(options))).isEqualTo(md5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--seed 424242 --elements 3000",
                "--seed 9223372036854775807 --elements 200 --stations 13",
                "--seed 0 --elements 400 --stations 2 --start 2024-06-20T10:00:00 --gap-prob 1",
                "--seed 3 --elements 400 --stations 5 --bnodes --dup-prob 0.5 --late-prob 1",
                "--seed 4 --elements 300 --stations 2 --style triples --dup-prob 1 --gap-prob 0.5",
                "--seed 6 --elements 300 --style triples --bnodes --start 2023-12-31T23:50:00.000001"
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
        WeatherOptions options = GeneratorOptions.parse("--seed 2 --elements 90 --stations 3 --dup-prob 0.2"
                + " --late-prob 0.3 --gap-prob 0.1 --bnodes --style triples");
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
        String options = " --seed 8 --stations 2 --dup-prob 0.3 --late-prob 0.3";
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
        LocalDateTime start = LocalDateTime.parse(WeatherOptions.DEFAULT_START);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WeatherOptions(1, 0, 0, start, "urn:x:", WeatherStyle.GRAPHS, false, 0, 0, 0))
                .withMessage("stations must be at least 1, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WeatherOptions(1, 1, 0, start, "urn:x:", WeatherStyle.GRAPHS, false, 0, 0, 1.5))
                .withMessage("gapProbability must be between 0 and 1, not 1.5");
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
