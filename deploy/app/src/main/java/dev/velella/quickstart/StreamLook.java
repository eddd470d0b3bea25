package dev.velella.quickstart;

import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.graph.UnfitElementException;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.format.ElementFile;
import dev.velella.source.format.ElementLimits;
import dev.velella.source.format.ElementReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The graph policy that the first elements of a file need.
 *
 * @param policy value of {@code graph.policy}: {@code keep} if an element is a dataset, because no other policy accepts
 *     datasets; else {@code per-stream}
 * @param looked number of elements looked at, the dataset included
 */
record StreamLook(String policy, int looked) {
    static final String KEEP = "keep";
    static final String PER_STREAM = "per-stream";

    private static final int MOST = 1000;

    /**
     * Reads the elements of a file up to the first dataset, at most {@value #MOST} elements.
     *
     * @throws dev.velella.source.format.InputFormatException if an element cannot be read
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

    /** Whether the diff app accepts the element with this target graph. The key does not matter. */
    private static boolean fits(TargetGraph target, RdfGraph element) {
        try {
            target.move("stream", element, null);
            return true;
        } catch (UnfitElementException e) {
            return false;
        }
    }
}
