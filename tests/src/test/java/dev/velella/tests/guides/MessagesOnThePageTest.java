package dev.velella.tests.guides;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whoever searches the page for a message finds it. */
class MessagesOnThePageTest {
    private static final Path PAGE = Path.of("..", "docs", "guides", "troubleshooting.md");

    @Test
    void everyMessageThatEndsSomethingIsOnThePageByItsText() throws IOException {
        String page = Files.readString(PAGE);
        List<MessageSites.Site> sites = MessageSites.read();
        assertThat(sites).hasSizeGreaterThan(300);
        assertThat(sites)
                .as("add the words to a row of %s, with a cure that loses nothing", PAGE)
                .allSatisfy(site -> assertThat(page).contains("`" + site.words() + "`"));
    }

    @Test
    void everyTextOfThePageIsOneOfTheSources() throws IOException {
        String sources = sources();
        List<String> unknown = new ArrayList<>();
        for (String line : Files.readString(PAGE)
                .split("## Configurations that are refused")[0]
                .lines()
                .toList()) {
            if (line.startsWith("| `")) {
                String texts = line.substring(2, line.indexOf(" | ", 2));
                for (String text : texts.split("<br>")) {
                    if (!sources.contains(text.substring(1, text.length() - 1))) {
                        unknown.add(text);
                    }
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    /** Of all main sources, without the seams and escapes of their texts. */
    private static String sources() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String module : List.of(
                "kit",
                "converter",
                "source-connector",
                "streams-diff",
                "streams-view",
                "sink-connector",
                "serve",
                "grpc",
                "deploy/app")) {
            try (var files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    all.append(Files.readString(file)
                            .replaceAll("\"\\s*\\+\\s*\"", "")
                            .replace("\\\"", "\""));
                }
            }
        }
        return all.toString();
    }

    @Test
    void aMessageIsItsLongestConstantPart() {
        List<MessageSites.Site> sites = new ArrayList<>();
        MessageSites.read(
                "A.java",
                "throw new ConnectException(place(\")\") + \": the counter (\" + n + \") is \\\"none\\\"; see the\"\n"
                        + "  + \" documentation, which has a long list of words that no line can hold\", e);",
                sites);
        assertThat(sites)
                .containsExactly(new MessageSites.Site(
                        "A.java", "is \"none\"; see the documentation, which has a long list of"));
    }
}
