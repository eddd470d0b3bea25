package dev.velella.jelly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.jspecify.annotations.Nullable;

/** The reader of another language: {@code pip install pyjelly==0.8.2} for the Python of {@code velella.python}. */
final class Pyjelly {
    private final String python;

    private Pyjelly(String python) {
        this.python = python;
    }

    /** Where it is not installed the test is skipped, or fails if the property {@code velella.pyjelly.required} is true. */
    static Pyjelly require() throws InterruptedException {
        String python = System.getProperty("velella.python", "python3");
        assumeTrue(
                Boolean.getBoolean("velella.pyjelly.required") || isInstalled(python),
                "pyjelly is not installed for " + python + ": pip install pyjelly==0.8.2, or set velella.python");
        return new Pyjelly(python);
    }

    private static boolean isInstalled(String python) throws InterruptedException {
        try {
            return run(new ProcessBuilder(python, "-c", "import pyjelly")
                            .redirectError(ProcessBuilder.Redirect.DISCARD))
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static int run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        if (!process.waitFor(300, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(builder.command() + " does not end");
        }
        return process.exitValue();
    }

    /**
     * Reads frames as one stream.
     *
     * @return the {@link #spelling} of the element of each frame
     */
    List<String> read(List<byte[]> frames, Path scratch) throws Exception {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            for (int rest = frame.length; ; rest >>>= 7) {
                if (rest < 0x80) {
                    stream.write(rest);
                    break;
                }
                stream.write((rest & 0x7F) | 0x80);
            }
            stream.writeBytes(frame);
        }
        Path script = scratch.resolve("frames.py");
        try (InputStream source = Pyjelly.class.getResourceAsStream("/pyjelly/frames.py")) {
            Files.write(script, source.readAllBytes());
        }
        Path file = Files.write(scratch.resolve("stream.jelly"), stream.toByteArray());
        Path out = scratch.resolve("out.txt");
        Path err = scratch.resolve("err.txt");
        int status = run(new ProcessBuilder(python, script.toString(), file.toString())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile()));
        assertThat(status).as(Files.readString(err)).isZero();
        return Files.readAllLines(out);
    }

    /** An element as {@link #read} gives it; empty for null. */
    static String spelling(@Nullable RdfGraph element) {
        return element == null
                ? ""
                : element.statements().stream().map(Pyjelly::spelling).collect(Collectors.joining("|"));
    }

    private static String spelling(Statement st) {
        return spelling(st.getSubject()) + " " + spelling(st.getPredicate()) + " " + spelling(st.getObject()) + " "
                + spelling(st.getContext());
    }

    /** As the script has it; a string has no datatype in Jelly. */
    private static String spelling(@Nullable Value term) {
        if (term == null) {
            return "-";
        } else if (term instanceof IRI) {
            return "<" + hexadecimal(term.stringValue()) + ">";
        } else if (term instanceof BNode) {
            return "_" + hexadecimal(term.stringValue());
        }
        Literal literal = (Literal) term;
        boolean isPlain =
                literal.getLanguage().isPresent() || literal.getDatatype().equals(XSD.STRING);
        return hexadecimal(literal.getLabel()) + "@" + literal.getLanguage().orElse("") + "^"
                + (isPlain ? "" : hexadecimal(literal.getDatatype().stringValue()));
    }

    private static String hexadecimal(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}
