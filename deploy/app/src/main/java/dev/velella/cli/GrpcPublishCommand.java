package dev.velella.cli;

import dev.velella.failure.UserException;
import dev.velella.grpc.client.OutgoingFrames;
import dev.velella.grpc.client.RdfStreamClient;
import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.wire.FrameInput;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Publishes a file of Jelly by gRPC. */
@Command(
        name = "publish",
        description = {
            "Publishes the frames of a Jelly-RDF file into a topic: each frame is one graph or dataset, and becomes one"
                    + " record. Ends when Kafka has all of them.",
            "With --producer, each frame comes into the topic exactly once, also if the command is run again with the"
                    + " same file, and the command tries again when the server or Kafka is away."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class GrpcPublishCommand implements Callable<Integer> {
    private static final long PAUSE_MS = 500;

    private final InputStream standardInput;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private GrpcMixin access = new GrpcMixin();

    @Option(names = "--topic", required = true, paramLabel = "NAME", description = "Topic to publish into.")
    private String topic = "";

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description =
                    "Key of the frames that do not say theirs in their metadata. Default: the rule of the server.")
    private @Nullable String key;

    @Option(
            names = "--producer",
            paramLabel = "ID",
            description = "Identity of this stream of frames, which numbers them. Another file needs another identity.")
    private @Nullable String producer;

    @Option(
            names = "--timeout-ms",
            paramLabel = "MS",
            defaultValue = "120000",
            description = "With --producer, how long to try again after a failure (default: ${DEFAULT-VALUE}).")
    private long timeoutMs = 120_000;

    @Parameters(paramLabel = "FILE", description = "File to read; - for standard input, which is read once only.")
    private Path file = Path.of("");

    public GrpcPublishCommand(InputStream standardInput) {
        this.standardInput = standardInput;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (spec != null && producer != null && isStandardInput()) {
            throw new ParameterException(
                    spec.commandLine(), "--producer needs a file, which can be read again after a failure");
        }
        long begun = System.nanoTime();
        try (RdfStreamClient client = access.client()) {
            while (true) {
                try {
                    report(publish(client));
                    return 0;
                } catch (StatusRuntimeException e) {
                    long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
                    if (!isRepeatable(e) || passed > timeoutMs) {
                        throw new UserException(message(e), e);
                    }
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
                }
            }
        } catch (IOException e) {
            throw new UserException(file + ": cannot be read: " + e.getMessage(), e);
        } catch (MalformedJellyException e) {
            throw new UserException(file + ": " + e.getMessage(), e);
        }
    }

    private boolean isRepeatable(StatusRuntimeException e) {
        return producer != null && e.getStatus().getCode() == Status.Code.UNAVAILABLE;
    }

    private boolean isStandardInput() {
        return file.toString().equals("-");
    }

    private long publish(RdfStreamClient client) throws IOException, InterruptedException {
        Metadata headers = CallMetadata.of(CallMetadata.TOPIC, topic);
        if (key != null) {
            headers.put(CallMetadata.KEY_BYTES, key.getBytes(StandardCharsets.UTF_8));
        }
        if (producer != null) {
            headers.put(CallMetadata.PRODUCER, producer);
        }
        try (InputStream in = isStandardInput() ? standardInput : Files.newInputStream(file);
                FrameInput frames = new FrameInput(in, StreamForm.DETECT, Limits.DEFAULT);
                OutgoingFrames call = client.publish(headers)) {
            long count = 0;
            for (byte[] frame = frames.next(); frame != null; frame = frames.next()) {
                call.send(frame);
                count++;
            }
            call.finish();
            return count;
        }
    }

    private void report(long frames) {
        if (spec != null) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("frames " + frames + "  topic " + topic);
            out.flush();
        }
    }

    private String message(StatusRuntimeException e) {
        List<String> known = List.of(
                OutgoingFrames.written(e).isPresent()
                        ? "frames in the topic: " + OutgoingFrames.written(e).getAsLong()
                        : "",
                OutgoingFrames.next(e).isPresent()
                        ? "next frame: " + OutgoingFrames.next(e).getAsLong() + ", counted from 1"
                        : "");
        String progress = known.stream().filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
        return access.server() + ": " + e.getStatus().getCode() + ": "
                + e.getStatus().getDescription() + (progress.isEmpty() ? "" : " (" + progress + ")");
    }
}
