package dev.velella.cli;

import com.google.protobuf.CodedOutputStream;
import dev.velella.convert.file.InputFile;
import dev.velella.convert.file.OutputFile;
import dev.velella.failure.UserException;
import dev.velella.grpc.client.IncomingFrames;
import dev.velella.grpc.client.RdfStreamClient;
import dev.velella.grpc.protocol.Begin;
import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.jelly.proto.v1.RdfStreamSubscribe;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Writes the frames of a subscription as a Jelly file. */
@Command(
        name = "subscribe",
        description = {
            "Subscribes to a topic and writes its frames as one delimited Jelly-RDF stream. The metadata of each frame"
                    + " says key and place of its record.",
            "Ends at the end of the topic with --until-latest, after --max-frames, or on Ctrl-C. If the server ends the"
                    + " subscription, the message says at which offsets to go on."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class GrpcSubscribeCommand implements Callable<Integer> {
    private final OutputStream standardOutput;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private GrpcMixin access = new GrpcMixin();

    @Option(names = "--topic", required = true, paramLabel = "NAME", description = "Topic to subscribe to.")
    private String topic = "";

    @Option(
            names = "--from",
            paramLabel = "POSITION",
            defaultValue = "latest",
            description =
                    "Where to begin: latest, beginning, time:2026-11-25T12:00:00Z, or offsets:0=17,1=4 for partitions"
                            + " 0 and 1 (default: ${DEFAULT-VALUE}).")
    private String from = "latest";

    @Option(names = "--key", paramLabel = "KEY", description = "Only records of this key; may be repeated.")
    private List<String> keys = List.of();

    @Option(names = "--until-latest", description = "End where the topic ends when the subscription begins.")
    private boolean untilLatest;

    @Option(
            names = "--max-frames",
            paramLabel = "N",
            defaultValue = "9223372036854775807",
            description = "End after so many frames. Default: no limit.")
    private long maxFrames = Long.MAX_VALUE;

    @Option(names = "--output", paramLabel = "FILE", description = "File to write. Default: standard output.")
    private @Nullable Path output;

    public GrpcSubscribeCommand(OutputStream standardOutput) {
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() throws InterruptedException {
        checkFrom();
        try (RdfStreamClient client = access.client();
                IncomingFrames frames = client.subscribe(
                        RdfStreamSubscribe.newBuilder().setTopic(topic).build(), headers())) {
            write(frames);
            return 0;
        } catch (IOException e) {
            if (output == null && OutputFile.isClosedPipe(e)) {
                return 0;
            }
            throw new UserException(
                    (output == null ? "standard output" : output) + ": cannot be written: " + InputFile.reason(e), e);
        }
    }

    private void checkFrom() {
        try {
            Begin unused = Begin.parse(from);
        } catch (IllegalArgumentException e) {
            if (spec != null) {
                throw new ParameterException(spec.commandLine(), "--from " + e.getMessage(), e);
            }
        }
    }

    private Metadata headers() {
        Metadata headers = CallMetadata.of(CallMetadata.FROM, from);
        keys.forEach(key -> headers.put(CallMetadata.KEY_BYTES, key.getBytes(StandardCharsets.UTF_8)));
        if (untilLatest) {
            headers.put(CallMetadata.UNTIL, "latest");
        }
        return headers;
    }

    private void write(IncomingFrames frames) throws IOException, InterruptedException {
        try (OutputStream out =
                new BufferedOutputStream(output == null ? standardOutput : Files.newOutputStream(output))) {
            CodedOutputStream delimited = CodedOutputStream.newInstance(out);
            try {
                long count = 0;
                for (byte[] frame = next(frames, count); frame != null; frame = next(frames, ++count)) {
                    delimited.writeUInt32NoTag(frame.length);
                    delimited.writeRawBytes(frame);
                    delimited.flush();
                    out.flush();
                }
            } catch (StatusRuntimeException e) {
                String next = frames.next()
                        .map(positions -> "; go on with --from offsets:" + positions)
                        .orElse("");
                throw new UserException(
                        access.server() + ": " + e.getStatus().getCode() + ": "
                                + e.getStatus().getDescription() + next,
                        e);
            }
        }
    }

    private byte @Nullable [] next(IncomingFrames frames, long count) throws InterruptedException {
        return count >= maxFrames ? null : frames.take();
    }
}
