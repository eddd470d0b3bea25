package dev.velella.cli;

import dev.velella.document.budget.ReadingLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that limit the cost of an input in a text format. */
final class LimitsMixin {
    @Option(
            names = "--max-bytes",
            paramLabel = "N",
            description = "Most bytes of an RDF text input, after unpacking (default: no limit).")
    private @Nullable Long bytes;

    @Option(
            names = "--max-statements",
            paramLabel = "N",
            description = "Most statements of an RDF text input (default: no limit).")
    private @Nullable Long statements;

    @Option(
            names = "--max-depth",
            paramLabel = "N",
            description = "Deepest nesting of ttl, trig, jsonld and rdfxml, in levels (default: ${DEFAULT-VALUE}).")
    private int depth = ReadingLimits.DEFAULT_DEPTH;

    @Option(
            names = "--max-digits",
            paramLabel = "N",
            description =
                    "Most characters of a number in jsonld, and its largest exponent (default:" + " ${DEFAULT-VALUE}).")
    private int digits = ReadingLimits.DEFAULT_DIGITS;

    @Option(
            names = "--max-seconds",
            paramLabel = "N",
            description = "Most processor time for each MiB of an RDF text input, in seconds (default:"
                    + " ${DEFAULT-VALUE}).")
    private long seconds = ReadingLimits.OF_FILES.time().toSeconds();

    /**
     * The limits.
     *
     * @throws IllegalArgumentException if a limit is not positive
     */
    ReadingLimits limits() {
        return new ReadingLimits(
                bytes == null ? Long.MAX_VALUE : bytes,
                statements == null ? Long.MAX_VALUE : statements,
                Long.MAX_VALUE,
                depth,
                digits,
                Duration.ofSeconds(seconds),
                true);
    }
}
