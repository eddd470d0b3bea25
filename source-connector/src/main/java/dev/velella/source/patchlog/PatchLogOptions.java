package dev.velella.source.patchlog;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.source.options.ServerAccessOptions;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.AbstractConfig;
import org.jspecify.annotations.Nullable;

/** Options about an RDF Patch log: names, defaults, documentation, and dependencies. */
final class PatchLogOptions {
    static final Option<String> URL = Option.text("patch.log.url")
            .high()
            .label("Log")
            .doc(
                    "Address of the log on its patch log server, such as http://localhost:1066/products. Versions of the log"
                            + " are below it, and the server's requests ($/rpc) beside it.");
    private static final Option<String> KEY = Option.text("patch.log.key")
            .check(null)
            .medium()
            .label("Key")
            .doc("Key of all records, which names the stream of the log. Default: the last part of patch.log.url.");
    static final Option<RowsMode> ROWS = Option.choice("patch.log.rows", "effective", List.of("effective", "all"))
            .as(text -> RowsMode.valueOf(text.toUpperCase(Locale.ROOT)))
            .high()
            .label("Rows")
            .doc(
                    "Which rows of a patch become rows of its record. 'effective': the rows that change the graph, so without"
                            + " adds of statements that are there and deletes of statements that are not. The patches are numbered"
                            + " with their versions, and readers see a loss. The task holds 16 to 32 bytes for each statement of the"
                            + " graph, needs the log from its first version on, and reads it again when it starts. 'all': all rows as"
                            + " they are. The patches are not numbered, and the task holds nothing.");
    static final Option<Long> POLL_INTERVAL_MS = Option.number("patch.log.poll.interval.ms", 500L)
            .between(1, 3_600_000)
            .medium()
            .label("Time between requests (ms)")
            .doc("Time from an answer without new patches to the next request.");

    /** Options of credentials, waits, keys and certificates. */
    static final ServerAccessOptions ACCESS = new ServerAccessOptions("patch.log.");

    private PatchLogOptions() {}

    static void define(OptionGroup group) {
        group.add(URL, KEY, ROWS, POLL_INTERVAL_MS);
        ACCESS.defineLogin(group);
        ACCESS.defineWaits(group);
        ACCESS.defineTls(group);
    }

    /** Finds options that are missing or do not go together. The map's keys are options, its values messages. */
    static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        String url = URL.in(values);
        String problem = url == null ? "is missing" : urlProblem(url);
        if (problem != null) {
            problems.put(URL.name(), problem);
        }
        problems.putAll(ACCESS.problems(values));
        return problems;
    }

    private static @Nullable String urlProblem(String url) {
        String problem = ACCESS.urlProblem(url);
        if (problem != null) {
            return problem;
        }
        return URI.create(url).getQuery() == null && !name(url).isEmpty()
                ? null
                : "is no address of a log, http://HOST:1066/NAME";
    }

    private static String name(String url) {
        String path = Objects.requireNonNullElse(URI.create(url).getPath(), "");
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The name of the log on its server. */
    static String name(AbstractConfig config) {
        return name(URL.of(config));
    }

    /** The key of the stream. */
    static String key(AbstractConfig config) {
        String given = KEY.orNull(config);
        return given == null ? name(config) : given;
    }
}
