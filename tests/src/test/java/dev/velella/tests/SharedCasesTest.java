package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.fixture.SharedFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The folder of small inputs that failed once: each of its files is in a test. */
class SharedCasesTest {
    @Test
    void everyFileIsNamedByATest() throws IOException {
        Path folder = SharedFolder.require("cases");
        StringBuilder tests = new StringBuilder();
        try (Stream<Path> sources = Files.walk(Path.of(".."))) {
            sources.filter(source -> source.toString().matches(".*/src/test/java/.*\\.java"))
                    .forEach(source -> tests.append(text(source)));
        }
        List<String> missing = new ArrayList<>();
        try (Stream<Path> cases = Files.list(folder)) {
            cases.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("README.md"))
                    .filter(name -> !Pattern.compile("[\"/(]" + Pattern.quote(name) + "[\" ]")
                            .matcher(tests)
                            .find())
                    .forEach(missing::add);
        }
        assertThat(missing).isEmpty();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each line of the script converts one statement, but for the one that looks at it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void inputsThatArePipesAreRead(@TempDir Path scratch) throws Exception {
        String script = Files.readString(SharedFolder.require("cases/pipes.sh"));
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", "set -e -o pipefail\n" + script)
                .directory(scratch.toFile())
                .redirectErrorStream(true);
        shell.environment().put("V", Installation.home().resolve("bin/velella").toString());
        shell.environment().put("JAVA_HOME", System.getProperty("java.home"));
        shell.environment().put("VELELLA_OPTS", ChildJvm.optionsOfCommandLine());
        Process process = shell.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        assertThat(out.lines().filter("<http://e/a> <http://e/p> \"1\" ."::equals))
                .as(out)
                .hasSize(4);
        assertThat(out).contains("statements");
    }
}
