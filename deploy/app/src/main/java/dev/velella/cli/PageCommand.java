package dev.velella.cli;

import dev.velella.page.Page;
import dev.velella.page.http.PageServer;
import dev.velella.status.PipelineConfig;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves the page of a pipeline until it is stopped. */
@Command(
        name = "page",
        description =
                "Serves the page of a running pipeline, read-only: its parts with live figures, streams and patches,"
                        + " SPARQL, and the health with the next steps.",
        mixinStandardHelpOptions = true)
public final class PageCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description =
                    "Properties file. The properties pipeline.* say where the parts are, and page.* are options of the"
                            + " page; all others go to the Kafka clients.")
    private Path config = Path.of("");

    @Override
    public Integer call() throws InterruptedException {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        PipelineConfig parsed = PipelineFile.read(config);
        try (Page page = new Page(parsed);
                PageServer server = new PageServer(parsed, page.book(), page.watch())) {
            spec.commandLine().getOut().println("The page is at " + server.address());
            spec.commandLine().getOut().flush();
            new CountDownLatch(1).await(); // until the process is told to end
            return 0;
        }
    }
}
