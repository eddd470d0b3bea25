package dev.velella.source.format;

import dev.velella.document.MessageReader;
import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.jspecify.annotations.Nullable;

/** A log of RDF Messages in a format of text; each message is an element, also an empty one. */
final class LogContainer implements ElementContainer<RdfGraph> {
    private final InputStream decompressed;
    private final MessageReader messages;

    /** @param format of the log; JSON-LD stands for NDJSON-LD */
    LogContainer(DocumentFormat format, InputStream decompressed, ElementLimits limits) throws IOException {
        this.decompressed = decompressed;
        messages = new MessageReader(format, decompressed, null, limits.reading(), Set.of());
    }

    @Override
    public @Nullable RdfGraph next() throws IOException {
        try {
            return messages.next();
        } catch (DocumentLimitException e) {
            throw new RDFHandlerException(e.getMessage() + ElementLimits.option(e.limit()), e);
        }
    }

    /** Empty because errors of text name their line. */
    @Override
    public String place() {
        return "";
    }

    @Override
    public void close() throws IOException {
        decompressed.close();
    }
}
