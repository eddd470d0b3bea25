package dev.velella.convert;

import dev.velella.document.write.GraphTarget;
import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.model.ValueFactory;

/** Reads Jelly-RDF, frame by frame. */
final class JellySource {
    private final ValueFactory values;

    JellySource(ValueFactory values) {
        this.values = values;
    }

    /**
     * Reads the whole input. Empty frames before the options are handed on after them.
     *
     * @throws MalformedJellyException if the input is malformed, or has no options
     */
    void readInto(GraphTarget target, InputStream in) throws IOException {
        JellyStreamReader reader = new JellyStreamReader(in, values, Limits.DEFAULT);
        List<Map<String, byte[]>> early = new ArrayList<>();
        boolean begun = false;
        for (RdfGraph frame = reader.next(); frame != null; frame = reader.next()) {
            Optional<JellyOptions> options = reader.options();
            if (options.isEmpty()) {
                early.add(reader.metadata());
                continue;
            }
            if (!begun) {
                begun = true;
                target.options(options.get());
                handEmpty(target, early);
            }
            target.frame(frame, reader.metadata());
        }
        if (!begun) {
            throw noOptions(early.size());
        }
    }

    /** The error of an input without options. An empty file is refused too, because a failure may have left it. */
    static MalformedJellyException noOptions(long frames) {
        return new MalformedJellyException(frames, -1, 0, "the stream ends without options: it is no Jelly");
    }

    private static void handEmpty(GraphTarget target, List<Map<String, byte[]>> frames) throws IOException {
        for (Map<String, byte[]> metadata : frames) {
            target.frame(RdfGraph.of(List.of()), metadata);
        }
    }
}
