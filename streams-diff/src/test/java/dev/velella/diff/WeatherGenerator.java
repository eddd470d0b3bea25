package dev.velella.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The generator of weather streams among the shared data, an independent program. Tests are skipped where it is not there,
 * unless it must be.
 */
public final class WeatherGenerator {
    private static final Pattern STATION = Pattern.compile("^<[^>]*/graph/ws/([^/>]+)/");

    private WeatherGenerator() {}

    /**
     * An element of a stream.
     *
     * @param station identity of the stream
     * @param nquads its statements
     */
    public record Element(String station, String nquads) {}

    /** The elements of streams that these arguments give. */
    public static List<Element> elements(String arguments) throws IOException, InterruptedException {
        List<Element> elements = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        String station = "";
        for (String line : generate(arguments + " --format nq").lines().toList()) {
            // An element begins with the statement about its time, the only one in the default graph.
            Matcher matcher = STATION.matcher(line);
            if (matcher.find()) {
                if (!text.isEmpty()) {
                    elements.add(new Element(station, text.toString()));
                }
                station = matcher.group(1);
                text.setLength(0);
            }
            text.append(line).append('\n');
        }
        elements.add(new Element(station, text.toString()));
        return elements;
    }

    /** The patch of each of these elements, empty ones too, as RDF Patch text. */
    public static List<String> patches(String arguments) throws IOException, InterruptedException {
        return List.of(generate(arguments + " --format patch").split("TC \\.\n"));
    }

    /** The statements of one kind of row of a patch, {@code "A "} or {@code "D "}, as N-Quads. */
    public static String rows(String patch, String operation) {
        StringBuilder text = new StringBuilder();
        patch.lines().filter(line -> line.startsWith(operation)).forEach(line -> text.append(line.substring(2))
                .append('\n'));
        return text.toString();
    }

    private static String generate(String arguments) throws IOException, InterruptedException {
        Path script = Path.of(System.getProperty("velella.shared", ""), "data", "gen_weather.py");
        if (!Files.isRegularFile(script)) {
            missing("the generator of the weather streams is not at " + script);
        }
        List<String> command = new ArrayList<>(List.of("python3", script.toString()));
        command.addAll(List.of(arguments.split(" ")));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            missing("python3 cannot be run: " + e.getMessage());
            throw e;
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("exit code of " + command).isZero();
        return out;
    }

    private static void missing(String what) {
        if (Boolean.getBoolean("velella.shared.required")) {
            throw new AssertionError(what);
        }
        abort(what);
    }
}
