package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tests that pages name are there, and every row of a table of what is proven names one; in a table of what happens when
 * something fails, whose last column is "proven by", with its method.
 */
class DocumentedTestsTest {
    private static final Path ROOT = Path.of("..");

    /** {@code ClassTest}, {@code ClassIT} or {@code ClassContract}, perhaps with a method. */
    private static final Pattern NAMED =
            Pattern.compile("`([A-Z]\\w*[a-z]\\w*(?:Test|IT|Contract))(?:[.#](\\w+))?(?:\\(\\))?`");

    /** A test that a row may name in place of a class: a module's tests, or a program. */
    private static final Pattern OTHER = Pattern.compile("`[\\w/-]+` tests|`tests/(soak|bench)/run [^`]+`");

    /** Heads of tables whose last column says what proves a row. */
    private static final Pattern PROVING_HEAD = Pattern.compile("^\\|.*\\| (test|proven by) \\|$");

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            files.filter(file -> file.toString().matches(".*/src/test/java/.*\\.java"))
                    .forEach(file -> sources.put(file.getFileName().toString().replace(".java", ""), text(file)));
        }
        return sources;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyTestThatAPageNamesIsThere() throws IOException {
        Map<String, String> sources = sources();
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (Path page : pages()) {
            Matcher names = NAMED.matcher(text(page));
            while (names.find()) {
                named++;
                String source = sources.get(names.group(1));
                String method = names.group(2);
                if (source == null || (method != null && !source.contains(" void " + method + "("))) {
                    missing.add(page.getFileName() + " names " + names.group());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).as("names found").isGreaterThan(50);
    }

    @Test
    void everyRowOfATableOfWhatIsProvenNamesATest() throws IOException {
        List<String> unproven = new ArrayList<>();
        int rows = 0;
        for (Path page : pages()) {
            boolean proving = false;
            boolean withMethod = false;
            for (String line : text(page).lines().toList()) {
                if (PROVING_HEAD.matcher(line).matches()) {
                    proving = true;
                    withMethod = line.endsWith(" proven by |");
                } else if (!line.startsWith("|")) {
                    proving = false;
                } else if (proving && !line.startsWith("|---")) {
                    rows++;
                    String[] cells = line.split("(?<!\\\\)\\|");
                    boolean wantsMethod = withMethod;
                    String proof = cells[cells.length - 1];
                    boolean proven =
                            NAMED.matcher(proof).results().anyMatch(name -> !wantsMethod || name.group(2) != null);
                    if (!proven && !OTHER.matcher(proof).find()) {
                        unproven.add(page.getFileName() + ": " + line);
                    }
                }
            }
        }
        assertThat(unproven).isEmpty();
        assertThat(rows).as("rows found").isGreaterThan(40);
    }

    @Test
    void everyActorOfTheSecurityPageHasLinesThatAreProven() throws IOException {
        String page = text(ROOT.resolve("docs/security.md"));
        for (String actor : List.of(
                "Device",
                "Writer of a topic",
                "Client of the endpoint",
                "Client of health",
                "Remote store and HTTP server",
                "Remote document",
                "Other tenant",
                "Local user",
                "Operator's mistake")) {
            int begin = page.indexOf("\n### " + actor + "\n");
            assertThat(begin).as(actor).isPositive();
            int next = page.indexOf("\n#", begin + 5);
            List<String> lines = page.substring(begin, next < 0 ? page.length() : next)
                    .lines()
                    .filter(line -> line.startsWith("|"))
                    .toList();
            assertThat(lines).as(actor).hasSizeGreaterThan(2);
            assertThat(PROVING_HEAD.matcher(lines.get(0)).matches()).as(actor).isTrue();
        }
    }
}
