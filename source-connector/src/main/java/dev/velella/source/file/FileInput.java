package dev.velella.source.file;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.graph.ElementException;
import dev.velella.graph.KeyRule;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.element.EventTimeRule;
import dev.velella.source.format.ElementFile;
import dev.velella.source.format.ElementLimits;
import dev.velella.source.format.ElementReader;
import dev.velella.source.format.FlatElements;
import dev.velella.source.format.InputFormatException;
import dev.velella.source.input.ElementInput;
import dev.velella.source.input.SourceElement;
import java.io.IOException;
import java.nio.file.Path;
import org.eclipse.rdf4j.model.Resource;
import org.jspecify.annotations.Nullable;

/** The elements of a file, each with its key and time. Owns the open file. */
final class FileInput implements ElementInput {
    private final Path file;
    private final KeyRule keys;
    private final EventTimeRule times;
    private final ElementReader<RdfGraph> reader;

    /** Number of the element read last, from 1. */
    private long number;

    /** @throws InputFormatException if the file cannot be opened */
    FileInput(Path file, ElementLimits limits, FlatElements flat, KeyRule keys, EventTimeRule times) {
        this.file = file;
        this.keys = keys;
        this.times = times;
        this.reader = ElementFile.open(file, limits, flat);
    }

    @Override
    public @Nullable SourceElement next() {
        RdfGraph graph = reader.next();
        if (graph == null) {
            return null;
        }
        number++;
        Resource name = graph.graphName().orElse(null);
        try {
            return new SourceElement(keys.keyOf(graph, name), times.timeOf(graph, name), RdfStructs.of(graph));
        } catch (ElementException e) {
            String place = reader.place().isEmpty() ? "element " + number : reader.place();
            throw new InputFormatException(file, place, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean skip() {
        boolean found = reader.skip();
        number += found ? 1 : 0;
        return found;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
