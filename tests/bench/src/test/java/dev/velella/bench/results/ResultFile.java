package dev.velella.bench.results;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.bench.measure.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The JSON file with the figures of all suites: by suite its runs, and each figure with value, unit, lowest and highest round, and
 * run. It is written anew after each suite, so an interruption loses at most the suite under way. One process may write at a time.
 */
public final class ResultFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path path;
    private final Map<String, SuiteResults> suites;

    private ResultFile(Path path, Map<String, SuiteResults> suites) {
        this.path = path;
        this.suites = suites;
    }

    /** Reads the file; without one there are no results. */
    public static ResultFile read(Path path) throws IOException {
        Map<String, SuiteResults> suites = new LinkedHashMap<>();
        if (Files.exists(path)) {
            suites.putAll(JSON.readValue(
                    Files.readString(path), new TypeReference<LinkedHashMap<String, SuiteResults>>() {}));
        }
        return new ResultFile(path, suites);
    }

    /** Results of a suite; without runs if it was never measured. */
    public SuiteResults suite(String name) {
        return suites.getOrDefault(name, SuiteResults.none());
    }

    /** Names of the suites that were measured, in the order of the file. */
    public List<String> names() {
        return List.copyOf(suites.keySet());
    }

    /** Adds the figures of a run, and writes the file. */
    public void add(String suite, Run run, Figures measured) throws IOException {
        suites.put(suite, suite(suite).with(run, measured));
        write();
    }

    /** Asks anew which code has changed since each run, and writes the file. */
    public void mark(CodeChanges changes) throws IOException {
        suites.replaceAll((name, results) -> results.withRuns(results.runs().stream()
                .map(run ->
                        changes.since(run.commit(), name).map(run::withChanged).orElse(run))
                .toList()));
        write();
    }

    /** A figure a line, so that differences of the file can be read. */
    private void write() throws IOException {
        StringJoiner text = new StringJoiner(",\n", "{\n", "\n}\n");
        for (Map.Entry<String, SuiteResults> suite : suites.entrySet()) {
            StringJoiner runs = new StringJoiner(",\n  ", "[\n  ", "\n ]");
            for (Run run : suite.getValue().runs()) {
                runs.add(JSON.writeValueAsString(run));
            }
            StringJoiner figures = new StringJoiner(",\n  ", "{\n  ", "\n }");
            for (Map.Entry<String, MeasuredFigure> figure :
                    suite.getValue().figures().entrySet()) {
                figures.add(
                        JSON.writeValueAsString(figure.getKey()) + ": " + JSON.writeValueAsString(figure.getValue()));
            }
            text.add(JSON.writeValueAsString(suite.getKey()) + ": {\n \"runs\": " + runs + ",\n \"figures\": " + figures
                    + "\n}");
        }
        Path next = path.resolveSibling(path.getFileName() + ".next");
        Files.writeString(next, text.toString());
        Files.move(next, path, StandardCopyOption.REPLACE_EXISTING);
    }
}
