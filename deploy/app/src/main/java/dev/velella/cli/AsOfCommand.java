package dev.velella.cli;

import dev.velella.convert.DataFormat;
import dev.velella.convert.StatementFile;
import dev.velella.convert.file.InputFile;
import dev.velella.failure.FileException;
import dev.velella.failure.UserException;
import dev.velella.log.asof.Moment;
import dev.velella.log.asof.Past;
import dev.velella.log.asof.PastRepository;
import dev.velella.log.asof.StreamSelection;
import dev.velella.past.PastEndpoint;
import dev.velella.past.PastQuery;
import dev.velella.past.PastReport;
import dev.velella.rdf.ElementKind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.Repository;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tells the graphs of streams at a moment of the past. */
@Command(
        name = "as-of",
        description = {
            "Tells the graphs that streams had at a moment, by replay of the topic of patches from the nearest snapshots."
                    + " Writes the statements, answers one query, or serves SPARQL. Standard error says which offsets and"
                    + " times the answer stands for.",
            "A stream whose graph the topics no longer tell is an error, and there is no output."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class AsOfCommand implements Callable<Integer> {
    private final OutputStream standardOutput;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private LogMixin log = new LogMixin();

    @ArgGroup(exclusive = true, multiplicity = "1")
    private When when = new When();

    @ArgGroup(exclusive = true)
    private @Nullable Which which;

    @ArgGroup(exclusive = true)
    private @Nullable How how;

    private static final class When {
        @Option(
                names = "--time",
                paramLabel = "TIME",
                description = "The moment is before the first record that is later, for example 2026-11-05T10:00:00Z. A"
                        + " time without a zone is UTC.")
        private @Nullable String time;

        @Option(
                names = "--offset",
                paramLabel = "P:O[,..]|latest",
                description =
                        "The moment is after the record at offset O of partition P; one for each partition that is"
                                + " read. latest: after the last committed record.")
        private @Nullable String offsets;

        @Option(
                names = "--number",
                paramLabel = "N",
                description = "The moment is after patch N of the stream that --key names.")
        private @Nullable String number;
    }

    private static final class Which {
        @Option(
                names = "--key",
                paramLabel = "K",
                description = "Only the stream with this key (default: all streams).")
        private @Nullable String key;

        @Option(names = "--prefix", paramLabel = "P", description = "Only the streams whose keys begin with this text.")
        private @Nullable String prefix;
    }

    private static final class How {
        @Option(
                names = "--query",
                paramLabel = "QUERY",
                description = "Answer this SPARQL query; @FILE reads the query from a file.")
        private @Nullable String query;

        @Option(
                names = "--serve",
                paramLabel = "PORT",
                description = "Serve SPARQL on this port, read-only, until Ctrl-C; 0: on a free port.")
        private @Nullable Integer port;
    }

    @Option(
            names = "--time-by",
            paramLabel = "record|event",
            defaultValue = "record",
            description = "Time that --time compares. record: the timestamps of records; the moment is a place in each"
                    + " partition. event: the event times of elements; the moment is a place in each stream, and the whole"
                    + " topic is read (default: ${DEFAULT-VALUE}).")
    private String timeBy = "record";

    @Option(
            names = "--from-snapshots",
            description =
                    "Begin at the snapshots also for several streams. That is quicker, and streams without a snapshot"
                            + " may be missing.")
    private boolean fromSnapshots;

    @Option(
            names = "--without-lost",
            description = "Give the answer without the streams whose graph the topics no longer tell.")
    private boolean withoutLost;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "File to write (default: standard output).")
    private String output = InputFile.STANDARD;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "Format of the output: nt, nq, ttl, trig, jsonld, rdfxml or jelly for statements; csv, tsv, json or"
                            + " xml for rows (default: by the extension of OUT; nq and csv on standard output).")
    private @Nullable String format;

    @Option(
            names = "--bind",
            paramLabel = "HOST",
            defaultValue = "localhost",
            description = "Address on which --serve listens (default: ${DEFAULT-VALUE}).")
    private String bind = "localhost";

    @Option(
            names = "--query-timeout-ms",
            paramLabel = "N",
            defaultValue = "60000",
            description = "Longest time for an answer of --serve, in ms (default: ${DEFAULT-VALUE}).")
    private long queryTimeoutMs = 60_000;

    AsOfCommand(OutputStream standardOutput) {
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String key = which == null ? null : which.key;
        String prefix = which == null || which.prefix == null ? "" : which.prefix;
        Moment moment = moment(key);
        Integer port = how == null ? null : how.port;
        String text = how == null ? null : how.query;
        log.atLeastOne("--query-timeout-ms", queryTimeoutMs);
        if (port != null && (port < 0 || port > 65_535)) {
            throw log.usage("--serve must be a port from 0 to 65535, not " + port);
        }
        if (port != null && (!output.equals(InputFile.STANDARD) || format != null)) {
            throw log.usage("--output and --format cannot be used with --serve");
        }
        PastQuery query = text == null ? null : PastQuery.of(read(text), format, output);
        DataFormat data = text == null && port == null ? data() : DataFormat.NQ;
        StreamSelection selection = key == null ? StreamSelection.withPrefix(prefix) : StreamSelection.of(key);
        Past past = log.run(asOf -> asOf.at(moment, selection, log.partitions(), fromSnapshots));
        report(past);
        if (query != null) {
            Repository repository = PastRepository.of(past);
            query.run(repository, output, standardOutput);
            repository.shutDown();
        } else if (port != null) {
            serve(past, port);
        } else {
            Set<Statement> statements = new LinkedHashSet<>();
            past.streams().forEach(stream -> statements.addAll(stream.statements()));
            new StatementFile(output, data).write(statements, standardOutput);
        }
        return 0;
    }

    private Moment moment(@Nullable String key) {
        boolean byEvent = timeBy.equals("event");
        if (!byEvent && !timeBy.equals("record")) {
            throw log.usage("--time-by must be record or event, not " + timeBy);
        }
        if (when.time != null) {
            String time = when.time;
            return MomentText.timeMoment(time, byEvent)
                    .orElseThrow(() -> log.usage("--time must be a time such as 2026-11-05T10:00:00Z, not " + time));
        }
        if (byEvent) {
            throw log.usage("--time-by needs --time");
        }
        if (when.offsets != null) {
            String offsets = when.offsets;
            return MomentText.offsets(offsets)
                    .orElseThrow(() -> log.usage(
                            "--offset must be PARTITION:OFFSET, or several with commas between them, or latest, not "
                                    + offsets));
        }
        String number = String.valueOf(when.number);
        if (key == null) {
            throw log.usage("--number counts the patches of one stream: give --key");
        }
        return MomentText.number(number)
                .map(Moment.PatchNumber::new)
                .orElseThrow(() -> log.usage("--number must be a number from 1, not " + number));
    }

    private DataFormat data() {
        if (format == null && output.equals(InputFile.STANDARD)) {
            return DataFormat.NQ;
        }
        return (format == null ? DataFormat.ofFile(output) : DataFormat.ofId(format.toLowerCase(Locale.ROOT)))
                .filter(known -> known.kind() == ElementKind.GRAPH)
                .orElseThrow(() -> log.usage(
                        format == null
                                ? "no RDF format has the extension of " + output + "; give --format"
                                : "--format must be nt, nq, ttl, trig, jsonld, rdfxml or jelly, not " + format));
    }

    private static String read(String query) {
        if (!query.startsWith("@")) {
            return query;
        }
        String file = query.substring(1);
        try {
            return Files.readString(Path.of(file));
        } catch (IOException | InvalidPathException e) {
            throw new FileException(file, "cannot be read as a query: " + e, e);
        }
    }

    private void report(Past past) {
        PrintWriter err = err();
        PastReport.of(past, log.topic()).forEach(err::println);
        err.flush();
        if (!past.lost().isEmpty() && !withoutLost) {
            throw new UserException(past.lost().size()
                    + " streams have no answer, so there is no output; --without-lost" + " leaves them out");
        }
    }

    private void serve(Past past, int port) throws InterruptedException {
        try (PastEndpoint endpoint = new PastEndpoint(past, log.topic(), bind, port, queryTimeoutMs)) {
            PrintWriter err = err();
            err.println("SPARQL: " + endpoint.uri());
            err.flush();
            Runtime.getRuntime().addShutdownHook(new Thread(endpoint::close, "as-of-shutdown"));
            new CountDownLatch(1).await();
        }
    }

    private PrintWriter err() {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return spec.commandLine().getErr();
    }
}
