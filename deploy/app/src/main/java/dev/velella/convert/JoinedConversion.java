package dev.velella.convert;

import dev.velella.convert.file.InputFile;
import dev.velella.convert.file.OutputFile;
import dev.velella.failure.FileException;
import dev.velella.failure.UserException;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.transcode.JellyTranscoder;
import dev.velella.jelly.transcode.TranscodedStream;
import dev.velella.jelly.wire.FrameInput;
import dev.velella.jelly.wire.FrameOutput;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.WireReader;
import dev.velella.rdf.ElementKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Several files of Jelly-RDF become one stream, frame by frame, in their order. Terms are not built, see {@link
 * JellyTranscoder}. The output is written as a whole or not at all.
 *
 * @param inputs files and directories; a directory stands for its files of Jelly, in the order of their names
 * @param output name of the output, {@code -} for standard output
 * @param keepsLabels whether blank nodes of one label in different files are one node
 * @param settings settings of the output
 */
public record JoinedConversion(List<String> inputs, String output, boolean keepsLabels, JellySettings settings) {
    private static final int ROWS = 0x0A;

    /**
     * Joins the files.
     *
     * @throws FileException if an input is malformed or cannot be read, or the output cannot be written
     * @throws UserException if the streams cannot be joined with these settings
     */
    public void run(OutputStream standardOutput) {
        List<String> files = files();
        List<JellyOptions> options = new ArrayList<>();
        for (String file : files) {
            options.add(InputFile.read(file, InputStream.nullInputStream(), JoinedConversion::options));
        }
        JellyTranscoder joined = new JellyTranscoder(resolve(options), Limits.DEFAULT);
        try (OutputFile out = new OutputFile(output, standardOutput)) {
            FrameOutput frames = new FrameOutput(out.stream(), StreamForm.DELIMITED);
            for (int number = 0; number < files.size(); number++) {
                TranscodedStream stream = joined.stream(keepsLabels ? "" : "f" + number + "-");
                InputFile.read(files.get(number), InputStream.nullInputStream(), in -> {
                    FrameInput input = new FrameInput(in, StreamForm.DETECT, Limits.DEFAULT);
                    for (byte[] frame = input.next(); frame != null; frame = input.next()) {
                        frames.write(stream.next(frame));
                    }
                    stream.end();
                    return stream;
                });
            }
            out.commit();
        }
    }

    private List<String> files() {
        List<String> files = new ArrayList<>();
        for (String input : inputs) {
            Path path = Path.of(input);
            if (Files.isDirectory(path)) {
                files.addAll(filesOf(path));
            } else if (Files.exists(path) && !Files.isRegularFile(path)) {
                throw new FileException(input, "is no regular file: several inputs are read twice");
            } else {
                files.add(input);
            }
        }
        return files;
    }

    private List<String> filesOf(Path directory) {
        try (Stream<Path> found = Files.list(directory)) {
            List<Path> jelly = found.filter(Files::isRegularFile)
                    .filter(file -> DataFormat.ofFile(file.toString()).equals(Optional.of(DataFormat.JELLY)))
                    .sorted()
                    .toList();
            if (jelly.isEmpty()) {
                throw new FileException(
                        directory.toString(), "the directory holds no file of Jelly (.jelly, .jelly.gz)");
            }
            for (Path file : jelly) {
                if (!output.equals(InputFile.STANDARD)
                        && Files.exists(Path.of(output))
                        && Files.isSameFile(file, Path.of(output))) {
                    throw new FileException(
                            output,
                            "is in the directory " + directory
                                    + ", and would be joined with itself; write to"
                                    + " another directory");
                }
            }
            return jelly.stream().map(Path::toString).toList();
        } catch (IOException e) {
            throw new FileException(directory.toString(), "cannot be read: " + InputFile.reason(e), e);
        }
    }

    /** The options of a stream, which are in its first row. */
    private static JellyOptions options(InputStream in) throws IOException {
        FrameInput input = new FrameInput(in, StreamForm.DETECT, Limits.DEFAULT);
        long frames = 0;
        for (byte[] frame = input.next(); frame != null; frame = input.next()) {
            WireReader reader = new WireReader(Limits.DEFAULT.maxStringBytes());
            reader.open(frame, frames++);
            while (reader.position() < frame.length) {
                int tag = reader.tag(frame.length);
                if (tag != ROWS) {
                    reader.skip(tag, frame.length);
                    continue;
                }
                reader.nextRow();
                int end = reader.bodyEnd(frame.length);
                if (reader.position() == end || reader.tag(end) != OptionsRow.TAG) {
                    throw reader.fail("the first row of a stream must hold its options");
                }
                return OptionsRow.read(ElementKind.GRAPH, reader, reader.bodyEnd(end), Limits.DEFAULT)
                        .toRdf();
            }
        }
        throw JellySource.noOptions(frames);
    }

    private JellyOptions resolve(List<JellyOptions> ofInputs) {
        JellyOptions joined = JellyTranscoder.join(ofInputs)
                .orElseThrow(() -> new UserException("streams of physical type graphs cannot be joined with others:"
                        + " convert them before, with --physical-type quads"));
        PhysicalType type = settings.physicalType() == null ? joined.physicalType() : settings.physicalType();
        if (type != joined.physicalType()
                && !(type == PhysicalType.QUADS && joined.physicalType() == PhysicalType.TRIPLES)) {
            throw new UserException(
                    "streams that hold " + joined.physicalType().name().toLowerCase(Locale.ROOT)
                            + " cannot be joined to a stream of another physical type: leave out --physical-type, and convert"
                            + " the output");
        }
        boolean namespaces = settings.namespaces() == null ? joined.namespaces() : settings.namespaces();
        try {
            return new JellyOptions(
                    settings.streamName() == null ? joined.streamName() : settings.streamName(),
                    type,
                    settings.logicalType() != null
                            ? settings.logicalType()
                            : joined.logicalType().fits(type) ? joined.logicalType() : LogicalType.UNSPECIFIED,
                    settings.sizes(joined.sizes()),
                    joined.generalized(),
                    settings.rdfStar() == null ? joined.rdfStar() : settings.rdfStar(),
                    namespaces,
                    namespaces ? 2 : settings.namespaces() == null ? joined.version() : 1);
        } catch (IllegalArgumentException e) {
            throw new UserException(String.valueOf(e.getMessage()));
        }
    }
}
