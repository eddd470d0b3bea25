package dev.velella.serve.answer;

import dev.velella.jelly.wire.FrameMetadata;
import dev.velella.serve.state.StoredGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes graphs as {@link JellyGraphs} does, and adds the counter to the metadata of each frame, as registries of
 * nanopublications have it: {@code c}, a varint. Not thread-safe.
 */
public final class CountedGraphs implements GraphWriter {
    private final JellyGraphs graphs = new JellyGraphs(true);

    @Override
    public void write(StoredGraph graph, OutputStream out) throws IOException {
        ByteArrayOutputStream number = new ByteArrayOutputStream();
        Delimited.varint(graph.counter(), number);
        ByteArrayOutputStream entry = new ByteArrayOutputStream();
        entry.write(FrameMetadata.TAG);
        entry.write(5 + number.size());
        entry.writeBytes(new byte[] {0x0A, 1, 'c', 0x12, (byte) number.size()});
        entry.writeBytes(number.toByteArray());
        byte[] frame = graphs.next(graph);
        Delimited.varint((long) frame.length + entry.size(), out);
        out.write(frame);
        entry.writeTo(out);
    }

    @Override
    public void end(OutputStream out) {}
}
