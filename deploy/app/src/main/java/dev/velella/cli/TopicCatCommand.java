package dev.velella.cli;

import dev.velella.failure.UserException;
import dev.velella.log.Span;
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
            "Prints the records of a topic. Each record has a comment line with place, time, key, stream and sizes, a"
                    + " comment line for each header, and then its data: a graph as N-Quads, a patch as RDF Patch"
                    + " text.",
            "Reads one partition after the other, up to the ends that they have when the command starts. A record that"
                    + " cannot be decoded is printed in comments, with the reason and its bytes; the exit status is"
                    + " then 1."
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
            description = "Form of the output. json: one object on each line (default: ${DEFAULT-VALUE}).")
    private String format = "text";

    @Option(
            names = "--follow",
            description = "After that, print new records of all partitions as they come, until Ctrl-C. With"
                    + " --timeout-ms, end when no record has come for that time.")
    private boolean follow;

    @Option(
            names = "--max-bytes",
            paramLabel = "N",
            defaultValue = "4096",
            description = "Most bytes to print of a header, and of a value that cannot be decoded (default:"
                    + " ${DEFAULT-VALUE}).")
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
