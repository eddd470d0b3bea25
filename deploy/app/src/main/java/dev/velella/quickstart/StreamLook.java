package dev.velella.quickstart;

import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.graph.UnfitElementException;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.file.format.ElementFile;
import dev.velella.source.file.format.ElementLimits;
import dev.velella.source.file.format.ElementReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * What a look at the first elements of a file says about the graphs that they need.
 *
 * @param policy value of {@code graph.policy}: keep where an element is a dataset, which only fits there; else per-stream
 * @param looked number of elements looked at, the dataset included
 */
record StreamLook(String policy, int looked) {
    static final String KEEP = "keep";
    static final String PER_STREAM = "per-stream";

    private static final int MOST = 1000;

    /**
     * Looks at a file until an element is a dataset, or at its first {@value #MOST} elements.
     *
     * @throws dev.velella.source.file.format.InputFormatException if one of them cannot be read
     */
    static StreamLook at(Path file) {
        TargetGraph target = TargetGraph.of(GraphSettings.DEFAULT);
        try (ElementReader<RdfGraph> elements = ElementFile.open(file, ElementLimits.DEFAULT)) {
            int looked = 0;
            while (looked < MOST) {
                RdfGraph element = elements.next();
                if (element == null) {
                    break;
                }
                looked++;
                if (!fits(target, element)) {
                    return new StreamLook(KEEP, looked);
                }
            }
            return new StreamLook(PER_STREAM, looked);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** By the rule of the diff app; the key does not matter. */
    private static boolean fits(TargetGraph target, RdfGraph element) {
        try {
            target.move("stream", element, null);
            return true;
        } catch (UnfitElementException e) {
            return false;
        }
    }
}
