package dev.velella.tests.guides;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.cli.ParsedCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of pages are commands of the program, their JSON is JSON, and their links lead somewhere. */
class GuidesTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(Fences.pages());
        pages.add(Path.of("..", "README.md"));
        return pages;
    }

    /** Guides and the pages of first steps; other pages have lines that say what may stand where. */
    static List<Path> pagesOfCommands() throws IOException {
        List<Path> pages = new ArrayList<>(Fences.guides());
        for (String page : List.of("quickstart.md", "connect.md", "kubernetes.md", "compose.md")) {
            pages.add(Path.of("..", "docs", page));
        }
        return pages;
    }

    @Test
    void everyCommandIsOneOfTheProgram() throws IOException {
        List<String> wrong = new ArrayList<>();
        int commands = 0;
        for (Path page : pagesOfCommands()) {
            for (Fences.Fence fence : Fences.of(page)) {
                for (String line : fence.text().replace("\\\n", " ").lines().toList()) {
                    List<String> words = words(line);
                    if (!words.isEmpty() && words.get(0).matches("(?:\\./|bin/)?velella")) {
                        commands++;
                        String problem = ParsedCommand.problem(
                                words.subList(1, words.size()).toArray(new String[0]));
                        if (!problem.isEmpty()) {
                            wrong.add(page.getFileName() + ": " + line + ": " + problem);
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(commands).isGreaterThan(15);
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3));
        }
        return words;
    }

    @Test
    void aCommandThatIsNoneIsNoticed() {
        assertThat(ParsedCommand.problem("topic", "cat", "--topic", "graphs", "--boostrap-server", "b:1"))
                .isNotEmpty();
        assertThat(ParsedCommand.problem("verrify")).isNotEmpty();
        assertThat(ParsedCommand.problem()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyBlockOfJsonIsJson(Path page) throws IOException {
        for (Fences.Fence fence : Fences.of(page)) {
            if (fence.language().equals("json") && fence.text().startsWith("{")) {
                try {
                    new ObjectMapper().readTree(fence.text());
                } catch (JsonProcessingException e) {
                    throw new AssertionError(page + ": " + fence.text(), e);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsSomewhere(Path page) throws IOException {
        String text = Files.readString(page).replaceAll("(?s)```.*?```", "").replaceAll("`[^`]*`", "");
        Matcher link = LINK.matcher(text);
        List<String> broken = new ArrayList<>();
        while (link.find()) {
            if (link.group(1).contains("://") || link.group(1).startsWith("mailto:")) {
                continue;
            }
            Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
            if (!Files.exists(target)
                    || (link.group(2) != null
                            && target.toString().endsWith(".md")
                            && !anchors(target).contains(link.group(2)))) {
                broken.add(link.group());
            }
        }
        assertThat(broken).isEmpty();
    }

    /** As GitHub makes them of headings. */
    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new HashSet<>();
        Matcher heading = HEADING.matcher(Files.readString(page));
        while (heading.find()) {
            anchors.add(heading.group(1)
                    .strip()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                    .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                    .replace(' ', '-'));
        }
        return anchors;
    }

    @Test
    void everyPageIsOnTheMap() throws IOException {
        String map = Files.readString(Path.of("..", "docs", "README.md"));
        for (Path page : Fences.pages()) {
            String name = page.getFileName().toString();
            String folder = page.getParent().getFileName().toString();
            if (folder.equals("docs") && !name.equals("README.md")) {
                assertThat(map).contains("(" + name + ")");
            }
        }
        String guides = Files.readString(Path.of("..", "docs", "guides", "README.md"));
        for (Path guide : Fences.guides()) {
            if (!guide.endsWith("README.md")) {
                assertThat(guides).contains("(" + guide.getFileName() + ")");
            }
        }
        assertThat(Arrays.asList(map.split("\n"))).anyMatch(line -> line.contains("(guides/README.md)"));
    }
}
