package dev.velella.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.velella.status.PipelineConfig;
import dev.velella.status.PipelineLook;
import dev.velella.status.StatusText;
import dev.velella.status.state.PipelineState;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says how a running pipeline is: its parts, and each trouble with the next step. */
@Command(
        name = "status",
        description = {
            "Looks once at all parts of a running pipeline: brokers, connectors and tasks, topics, diff app, view app, stores. Changes"
                    + " nothing.",
            "Exit status: 0 if all is well, 1 if something needs attention, 2 for a wrong configuration or usage."
        },
        mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description =
                    "Properties file. The properties pipeline.* say where the parts are; all others go to the Kafka"
                            + " clients.")
    private Path config = Path.of("");

    @Option(names = "--json", description = "Write the state as JSON, as GET /api/v1/state of the page does.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        PipelineConfig parsed = PipelineFile.read(config);
        PipelineState state;
        try (PipelineLook look = new PipelineLook(parsed)) {
            state = look.read();
        }
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .writeValueAsString(state));
        } else {
            StatusText.lines(state).forEach(out::println);
        }
        out.flush();
        return state.troubles().isEmpty() ? 0 : 1;
    }
}
