package dev.velella.bench.results;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells with git which code of a suite has changed since it was measured. */
public final class CodeChanges {
    private static final List<String> PIPELINE =
            List.of("proto", "converter", "source-connector", "streams-diff", "sink-connector");
    private static final Map<String, List<String>> CODE = Map.ofEntries(
            Map.entry("codec", List.of("proto")),
            Map.entry("kafka", List.of("proto")),
            Map.entry("diff", List.of("proto", "converter", "streams-diff")),
            Map.entry("sink", List.of("proto", "converter", "sink-connector")),
            Map.entry("edge", List.of("proto", "edge-client")),
            Map.entry("history", List.of("proto", "sink-connector")),
            Map.entry("outbox", List.of("proto", "outbox")));

    /** After the commit, where files are not committed. */
    private static final String CHANGES = "+changes";

    private final Path root;

    /** @param root of the checkout */
    public CodeChanges(Path root) {
        this.root = root;
    }

    /** Modules whose code a suite measures. Suites that start whole programs measure all modules of the pipeline. */
    public static List<String> modules(String suite) {
        return CODE.getOrDefault(MeasuredJava.withoutJava(suite), PIPELINE);
    }

    /** The suite's modules that differ from the commit; nothing where git or the commit is not there. */
    public Optional<List<String>> since(String commit, String suite) {
        List<String> changed = new ArrayList<>();
        for (String module : modules(suite)) {
            Optional<String> files =
                    git("diff", "--name-only", commit.replace(CHANGES, ""), "--", module + "/src/main/java");
            if (files.isEmpty()) {
                return Optional.empty();
            }
            if (!files.get().isBlank()) {
                changed.add(module);
            }
        }
        return Optional.of(changed);
    }

    /** Whether the suite's code is as in the commit, and all of it was and is committed. */
    boolean isSame(String commit, String suite) {
        return !commit.endsWith(CHANGES)
                && !commit(suite).endsWith(CHANGES)
                && since(commit, suite).map(List::isEmpty).orElse(false);
    }

    /** The commit of the code, with {@code +changes} if some of the suite's files are not committed; else "unknown". */
    public String commit(String suite) {
        List<String> arguments = new ArrayList<>(List.of("status", "--porcelain", "--"));
        modules(suite).forEach(module -> arguments.add(module + "/src/main/java"));
        boolean changes = !git(arguments.toArray(String[]::new)).orElse("").isBlank();
        return git("rev-parse", "--short=10", "HEAD")
                .map(commit -> commit + (changes ? CHANGES : ""))
                .orElse("unknown");
    }

    private Optional<String> git(String... arguments) {
        List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? Optional.of(out) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
