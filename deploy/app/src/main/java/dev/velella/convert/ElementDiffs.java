package dev.velella.convert;

import dev.velella.convert.file.InputFile;
import dev.velella.failure.FileException;
import dev.velella.graph.ElementException;
import dev.velella.graph.GraphPolicy;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.KeyRule;
import dev.velella.graph.KeySource;
import dev.velella.graph.TargetGraph;
import dev.velella.graph.UnfitElementException;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.format.ElementFile;
import dev.velella.source.format.ElementLimits;
import dev.velella.source.format.ElementReader;
import dev.velella.source.format.InputFormatException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Makes the patches between consecutive elements of a file. Memory holds one element and the last graph of every
 * stream.
 *
 * <p>If every stream has a graph of its own, the graph name of a named-graph element, without its last segment, names
 * its stream. A source connector that reads the file does the same. Otherwise the file is one stream.
 *
 * @param input name of the file
 * @param graph rule that turns an element into the state of its stream
 * @param matching whether blank nodes are matched with the blank nodes of the previous element; if not, labels are
 *     compared
 * @param output name of the file of patches, {@code -} for standard output
 * @param to format of the patches
 * @param settings settings of Jelly-Patch output
 */
public record ElementDiffs(
        String input, GraphSettings graph, boolean matching, String output, DataFormat to, JellySettings settings) {

    /**
     * Writes the patches. An element that changes nothing gives no patch.
     *
     * @throws FileException if the file is malformed, cannot be read, or a file cannot be written
     */
    public void run(OutputStream standardOutput) {
        Path file = path();
        ElementChanges changes = new ElementChanges(TargetGraph.of(graph), matching);
        String name = ElementFile.baseName(file);
        KeyRule keys = new KeyRule(
                graph.policy() == GraphPolicy.PER_STREAM ? KeySource.AUTO : KeySource.CONSTANT,
                Pattern.compile(KeyRule.DEFAULT_PATTERN),
                null,
                name);
        try (PatchOutput out = new PatchOutput(output, to, settings, standardOutput);
                ElementReader<RdfGraph> elements = ElementFile.open(file, ElementLimits.DEFAULT)) {
            long number = 0;
            for (RdfGraph element = elements.next(); element != null; element = elements.next()) {
                number++;
                try {
                    String key = keys.keyOf(element, element.graphName().orElse(null));
                    out.write(changes.next(key, element));
                } catch (UnfitElementException | ElementException e) {
                    throw new FileException(input, place(elements, number) + ": " + e.getMessage(), e);
                }
            }
            out.commit();
        } catch (InputFormatException e) {
            throw new FileException(input, reason(file, e), e);
        } catch (IOException e) {
            throw new FileException(input, "cannot be read: " + e.getMessage(), e);
        } catch (OutOfMemoryError e) {
            throw new FileException(input, InputFile.OUT_OF_MEMORY, e);
        }
    }

    private Path path() {
        try {
            return Path.of(input);
        } catch (InvalidPathException e) {
            throw new FileException(input, "is not a valid file name", e);
        }
    }

    private static String place(ElementReader<RdfGraph> elements, long number) {
        return elements.place().isEmpty() ? "element " + number : elements.place();
    }

    /** The message without the name of the file, because each failure adds the name itself. */
    private static String reason(Path file, InputFormatException e) {
        String message = String.valueOf(e.getMessage());
        String start = file + ": ";
        return message.startsWith(start) ? message.substring(start.length()) : message;
    }
}
