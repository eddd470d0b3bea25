package dev.velella.document.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A parser that shares no code with ours, in a process of its own: {@code pip install pyoxigraph==0.5.13} for the Python
 * of {@code velella.python}. It also compares: its own reading of a text with our reading, which it gets as N-Quads.
 */
final class Oxigraph implements AutoCloseable {
    /**
     * A text, and how we have read it.
     *
     * @param quads our reading as N-Quads; null if we have refused the text
     * @param refusal why we have refused it
     */
    record Reading(boolean graphs, String text, @Nullable String quads, @Nullable String refusal) {}

    private final Process process;
    private final DataOutputStream out;
    private final BufferedReader in;

    private Oxigraph(Process process) {
        this.process = process;
        out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16));
        in = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Where it is not installed the test is skipped, or fails if {@code velella.oxigraph.required} is true. */
    static Oxigraph require() throws IOException, InterruptedException {
        String python = System.getProperty("velella.python", "python3");
        boolean isInstalled = isInstalled(python);
        String advice = "pyoxigraph for " + python + ": pip install pyoxigraph==0.5.13, or set velella.python";
        if (Boolean.getBoolean("velella.oxigraph.required")) {
            assertThat(isInstalled).as(advice).isTrue();
        }
        assumeTrue(isInstalled, advice);
        try (InputStream script = Oxigraph.class.getResourceAsStream("/oxigraph/compare.py")) {
            String source = new String(script.readAllBytes(), StandardCharsets.UTF_8);
            return new Oxigraph(new ProcessBuilder(python, "-c", source)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        }
    }

    private static boolean isInstalled(String python) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(python, "-c", "import pyoxigraph")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(python + " does not end");
            }
            return process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Reads the texts too. An answer is {@code =} (both read the same), or, with a reason behind a space, {@code refused} (by
     * both), {@code different}, {@code only-given} (it refuses the text) or {@code only-read} (we do).
     */
    List<String> compare(List<Reading> readings) throws IOException {
        out.writeInt(readings.size());
        for (Reading reading : readings) {
            out.writeBoolean(reading.graphs());
            write(reading.text());
            write(reading.quads() == null ? "refused" : reading.quads());
        }
        out.flush();
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < readings.size(); i++) {
            String answer = in.readLine();
            if (answer == null) {
                throw new IOException("the Python process has ended; see its error output");
            }
            answers.add(answer);
        }
        return answers;
    }

    private void write(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    @Override
    public void close() throws IOException {
        out.close();
        process.destroy();
    }
}
