package dev.velella.bench.naive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.source.simulator.SimulatedReading;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that the hand-made pipeline makes the graphs that Velella makes, and that the suite counts rightly; nothing here starts a process. */
class NaiveBenchmarkTest {
    @Test
    void theHandMadeGraphHasTheStatementsOfTheTemplate() throws IOException {
        WeatherSimulator simulator = new WeatherSimulator(WeatherOptions.of(1, 50));
        for (int i = 0; i < 50; i++) {
            Stations.Message message = message(Objects.requireNonNull(simulator.nextReading()), 0);
            Set<String> handMade = NaiveModel.of(new ObjectMapper().readTree(message.json())).stream()
                    .map(s -> s.getSubject().stringValue() + " "
                            + s.getPredicate().stringValue() + " "
                            + s.getObject().stringValue())
                    .collect(Collectors.toSet());
            assertThat(handMade).hasSize(116).isEqualTo(NaiveRun.expected(message));
        }
    }

    @Test
    void aLaterReadingOfAStationCoversTheEarlierOnes() {
        List<Stations.Message> messages = new ArrayList<>();
        for (int i = 0; i < 3 * Stations.COUNT; i++) {
            messages.add(new Stations.Message("s" + i % Stations.COUNT, "t" + i / Stations.COUNT, "", 100 + i));
        }
        Arrivals arrivals = new Arrivals(first -> messages.subList(first, messages.size()));
        arrivals.see(500, Map.of("s0", "t1"));
        assertThat(arrivals.all()).isEqualTo(1);
        messages.stream().skip(Stations.COUNT).forEach(m -> arrivals.see(1000, Map.of(m.station(), "t2")));
        assertThat(arrivals.all()).isEqualTo(messages.size());
        assertThat(arrivals.ages(0, 2)).containsExactly(400, 899);
    }

    @Test
    void everyFigureHasAPlaceInTheTables() {
        Figures figures = new Figures(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
        figures.add("triples/memory/velella", 77_777, "triples/s");
        figures.add("wrong/memory/velella", 3, "streams");
        MarkdownTables tables = new MarkdownTables();
        new NaiveReport(figures).addTo(tables);
        assertThat(String.join("\n", tables.lines())).contains("| memory | velella | 77777 (", "| **3** of 20 |");
    }

    private static Stations.Message message(SimulatedReading reading, long publishedMs) {
        return new Stations.Message(reading.key(), Stations.time(reading), reading.json(), publishedMs);
    }
}
