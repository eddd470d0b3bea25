package dev.velella.serve.answer;

import dev.velella.jelly.wire.FrameMetadata;
import dev.velella.serve.state.StoredGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The metadata of the frame of a graph, as it stands at the end of the frame: key, patch and offset. Stateless. */
final class GraphMetadata {
    private GraphMetadata() {}

    static void write(StoredGraph graph, ByteArrayOutputStream out) throws IOException {
        entry("key", graph.key().getBytes(StandardCharsets.UTF_8), out);
        entry("offset", ascii(graph.partition() + "-" + (graph.counter() - 1)), out);
        entry("patch", ascii(graph.position()), out);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** @param key in ASCII, at most 100 characters */
    static void entry(String key, byte[] value, ByteArrayOutputStream out) throws IOException {
        out.write(FrameMetadata.TAG);
        Delimited.varint(3L + key.length() + Delimited.varintBytes(value.length) + value.length, out);
        out.write(0x0A);
        out.write(key.length());
        out.writeBytes(ascii(key));
        out.write(0x12);
        Delimited.varint(value.length, out);
        out.writeBytes(value);
    }
}
