package dev.velella.cli;

import dev.velella.failure.UserException;
import dev.velella.topic.Span;
import dev.velella.topic.TopicQuery;
import dev.velella.topic.TopicSession;
import dev.velella.topic.show.JsonRecordWriter;
import dev.velella.topic.show.RecordWriter;
import dev.velella.topic.show.TextRecordWriter;
import dev.velella.topic.show.TopicPrinter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints the records of a topic. */
@Command(
        name = "cat",
        description = {
            "Prints the records of a topic: a comment line with place, time, key, stream and sizes, a comment line a header,"
                    + " then N-Quads or RDF Patch text.",
            "Reads partition by partition up to the ends found at the start; what cannot be decoded is a comment with the"
                    + " reason and the bytes, and the status is 1 at the end."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class TopicCatCommand implements Callable<Integer> {
    private final OutputStream standardOutput;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private TopicMixin topic = new TopicMixin();

    @Option(
            names = "--format",
            paramLabel = "text|json",
            defaultValue = "text",
            description = "json writes one object a line (default: ${DEFAULT-VALUE}).")
    private String format = "text";

    @Option(
            names = "--follow",
            description = "Go on with new records of all partitions as they come, until Ctrl-C; or until none came for"
                    + " --timeout-ms where that is given.")
    private boolean follow;

    @Option(
            names = "--max-bytes",
            paramLabel = "N",
            defaultValue = "4096",
            description =
                    "Most bytes to show of a header, and of a value that cannot be decoded (default: ${DEFAULT-VALUE}).")
    private int maxBytes = 4096;

    TopicCatCommand(OutputStream standardOutput) {
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() {
        if (spec != null && !format.equals("text") && !format.equals("json")) {
            throw new ParameterException(spec.commandLine(), "--format must be text or json, not " + format);
        }
        if (spec != null && maxBytes < 0) {
            throw new ParameterException(spec.commandLine(), "--max-bytes must be at least 0, not " + maxBytes);
        }
        TopicQuery query = topic.query();
        // Set before the first logger is created, because the client also logs the exceptions that it throws.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        AtomicLong undecoded = new AtomicLong();
        TopicSession.run(query, standardOutput, session -> print(session, query, undecoded));
        if (undecoded.get() > 0) {
            throw new UserException(
                    "topic " + query.access().topic() + ": records that could not be decoded: " + undecoded.get());
        }
        return 0;
    }

    private void print(TopicSession session, TopicQuery query, AtomicLong undecoded) throws IOException {
        RecordWriter writer = format.equals("json")
                ? new JsonRecordWriter(session.out(), maxBytes)
                : new TextRecordWriter(query.access().topic(), session.out(), maxBytes);
        TopicPrinter printer = new TopicPrinter(session.interpreter(), writer, undecoded);
        for (Span span : session.spans()) {
            writer.span(span);
            session.reader().read(span, printer);
        }
        if (follow) {
            session.reader().follow(session.spans(), topic.givenTimeout(), printer);
        }
    }
}
