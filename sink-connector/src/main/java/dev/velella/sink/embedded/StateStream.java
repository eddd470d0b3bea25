package dev.velella.sink.embedded;

import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;

/**
 * The byte format for the content of a store: a delimited, flat Jelly-RDF stream of quads. Blank nodes have their
 * labels in the store. The last frame has the metadata {@value #END}, so that a reader notices a stream that was cut
 * between two frames.
 */
public final class StateStream {
    private static final String END = "velella.end";
    private static final int FRAME_STATEMENTS = 256;
    private static final int FRAME_CHARACTERS = 1 << 20;

    private StateStream() {}

    /** Writes statements to an output, frame by frame. Not thread-safe. */
    public static final class Writer {
        private final JellyStreamWriter frames;
        private List<Statement> frame = new ArrayList<>();
        private long characters;

        /** @param out output for the bytes; the caller has to close it */
        public Writer(OutputStream out) {
            JellyOptions options = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 1)
                    .withLogicalType(LogicalType.FLAT_QUADS);
            frames = new JellyStreamWriter(out, options, Limits.DEFAULT);
        }

        /** Writes a statement, now or together with later statements. */
        public void write(Statement statement) throws IOException {
            frame.add(statement);
            characters += statement.getObject().stringValue().length();
            if (frame.size() >= FRAME_STATEMENTS || characters >= FRAME_CHARACTERS) {
                write(Map.of());
            }
        }

        /** Writes the remaining statements and the mark of the end. */
        public void end() throws IOException {
            write(Map.of(END, new byte[0]));
        }

        private void write(Map<String, byte[]> metadata) throws IOException {
            frames.write(RdfGraph.of(frame), metadata);
            frame = new ArrayList<>();
            characters = 0;
        }
    }

    /**
     * Reads the statements of a stream.
     *
     * @throws IOException if the input cannot be read, or ends too early
     * @throws dev.velella.jelly.format.MalformedJellyException if the input is no such stream
     */
    public static void read(InputStream in, StoreContent.Reader reader) throws IOException {
        JellyStreamReader frames = new JellyStreamReader(in, LightValueFactory.getInstance(), Limits.DEFAULT);
        boolean ended = false;
        for (RdfGraph frame = frames.next(); frame != null; frame = frames.next()) {
            for (Statement statement : frame.statements()) {
                reader.statement(statement);
            }
            ended = frames.metadata().containsKey(END);
        }
        if (!ended) {
            throw new IOException("the answer ends too early");
        }
    }
}
