package dev.velella.tests.guides;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Blocks of code in pages. */
public final class Fences {
    private static final Path DOCS = Path.of("..", "docs");

    private Fences() {}

    /**
     * One block.
     *
     * @param page its file
     * @param language the word behind the fence; empty where there is none
     * @param text its lines, without the indentation of the fence
     */
    public record Fence(Path page, String language, String text) {}

    /** The guides. */
    public static List<Path> guides() throws IOException {
        return pages(DOCS.resolve("guides"));
    }

    /** All pages. */
    static List<Path> pages() throws IOException {
        return pages(DOCS);
    }

    private static List<Path> pages(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(page -> page.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** All blocks of a page. */
    public static List<Fence> of(Path page) throws IOException {
        List<Fence> fences = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        String language = null;
        int indentation = 0;
        for (String line : Files.readAllLines(page)) {
            boolean isFence = line.strip().startsWith("```");
            if (isFence && language == null) {
                language = line.strip().substring(3);
                indentation = line.indexOf('`');
            } else if (isFence) {
                fences.add(new Fence(page, language == null ? "" : language, text.toString()));
                text.setLength(0);
                language = null;
            } else if (language != null) {
                text.append(line.substring(Math.min(
                                indentation, line.length() - line.stripLeading().length())))
                        .append('\n');
            }
        }
        return fences;
    }
}
