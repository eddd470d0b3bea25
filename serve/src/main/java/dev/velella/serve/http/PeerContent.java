package dev.velella.serve.http;

import dev.velella.dictionary.Dictionary;
import dev.velella.kit.http.message.Content;
import dev.velella.serve.select.Selected;
import dev.velella.serve.state.StoredGraph;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The part of an answer that this instance has, for another instance: counter, streams that are left out, found keys, then graphs, each after a dictionary if it builds on another one than the last, then an end mark
 * without which the part is not complete. {@link PeerRows} reads it. Not thread-safe.
 */
final class PeerContent implements Content {
    /** Begins the form of this version. Instances of different forms refuse each other. */
    static final int FORM = 0x56504733;

    static final int GRAPH = 'g';
    static final int DICTIONARY = 'd';
    static final int END = 'e';

    private final Selected selected;
    private boolean begun;
    private @Nullable Dictionary sent;

    PeerContent(Selected selected) {
        this.selected = selected;
    }

    @Override
    public Progress write(OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        if (!begun) {
            begun = true;
            data.writeInt(FORM);
            bytes(data, selected.counter().toString().getBytes(StandardCharsets.US_ASCII));
            data.writeLong(selected.leftOut().count());
            data.writeInt(selected.leftOut().keys().size());
            for (String key : selected.leftOut().keys()) {
                bytes(data, key.getBytes(StandardCharsets.UTF_8));
            }
            bytes(data, selected.found().toByteArray());
        }
        StoredGraph graph = selected.graphs().next();
        if (graph == null) {
            data.writeByte(END);
            data.flush();
            return Progress.END;
        }
        Dictionary dictionary = graph.dictionary();
        if (dictionary != null && !Objects.equals(dictionary, sent)) {
            data.writeByte(DICTIONARY);
            bytes(data, dictionary.frame());
            sent = dictionary;
        }
        data.writeByte(GRAPH);
        bytes(data, graph.key().getBytes(StandardCharsets.UTF_8));
        bytes(data, graph.toBytes());
        data.flush();
        return Progress.MORE;
    }

    private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    @Override
    public void close() {
        selected.close();
    }
}
