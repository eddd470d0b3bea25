package dev.velella.cli;

import dev.velella.failure.UserException;
import dev.velella.log.Span;
import dev.velella.topic.TopicQuery;
import dev.velella.topic.TopicSession;
import dev.velella.topic.Verification;
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

/** Verifies that a topic decodes. */
@Command(
        name = "verify",
        description = {
            "Checks that every record of a topic can be decoded, that no record is lost, and that the patches of every"
                    + " key follow each other.",
            "Prints every problem as a line with place and reason; the exit status is 0 only if there is no problem."
                    + " The last line begins with whole, trimmed (older records were deleted), partial (options left"
                    + " records out), interrupted or damaged."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class TopicVerifyCommand implements Callable<Integer> {
    private final OutputStream standardOutput;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private TopicMixin topic = new TopicMixin();

    @Option(
            names = "--max-problems",
            paramLabel = "N",
            defaultValue = "100",
            description = "Most problems to print; all problems are counted (default: ${DEFAULT-VALUE}).")
    private long maxProblems = 100;

    @Option(
            names = "--strict",
            description =
                    "Count as problems the records that retention has deleted, and the records that lost their key"
                            + " frame by that. Without --strict they are only reported.")
    private boolean strict;

    TopicVerifyCommand(OutputStream standardOutput) {
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() {
        if (spec != null && maxProblems < 0) {
            throw new ParameterException(spec.commandLine(), "--max-problems must be at least 0, not " + maxProblems);
        }
        TopicQuery query = topic.query();
        // Set before the first logger is created, because the client also logs the exceptions that it throws.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        AtomicLong problems = new AtomicLong();
        boolean told = TopicSession.run(query, standardOutput, session -> problems.set(verify(session, query)));
        if (problems.get() > 0) {
            throw new UserException("topic " + query.access().topic() + " is damaged; problems: " + problems.get());
        }
        return told ? 0 : 1;
    }

    private long verify(TopicSession session, TopicQuery query) throws IOException {
        Verification verification = new Verification(
                query.access(),
                session.interpreter(),
                new Verification.Settings(
                        query.limits().lookBack().records(),
                        strict,
                        maxProblems,
                        !query.partitions().isEmpty()),
                session.out());
        for (Span span : session.spans()) {
            verification.read(session.reader(), span);
        }
        verification.end();
        return verification.problems();
    }
}
