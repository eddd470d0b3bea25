package dev.velella.document.write;

import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.format.UnwritableException;
import java.io.IOException;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.eclipse.rdf4j.rio.RDFWriter;

/**
 * Writes with a writer of Rio. Leaves out a namespace declaration if the format may have no spelling for it, because
 * declarations are cosmetic.
 */
final class WriterTarget implements GraphTarget {
    private static final Pattern PREFIX = Pattern.compile("([\\p{IsAlphabetic}]([\\w\\p{IsAlphabetic}-]*))?");

    private final RDFWriter writer;
    private final VerifiedTerms terms = new VerifiedTerms();
    private boolean started;

    WriterTarget(RDFWriter writer) {
        this.writer = writer;
    }

    @Override
    public void namespace(String prefix, String iri) throws IOException {
        if (PREFIX.matcher(prefix).matches() && isIri(iri) && !TextTargets.hasControls(iri)) {
            start();
            write(() -> writer.handleNamespace(prefix, iri));
        }
    }

    private boolean isIri(String text) {
        try {
            terms.createIRI(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public void statement(Statement statement) throws IOException {
        start();
        write(() -> writer.handleStatement(statement));
    }

    @Override
    public void end() throws IOException {
        start();
        write(writer::endRDF);
    }

    private void start() throws IOException {
        if (!started) {
            started = true;
            write(writer::startRDF);
        }
    }

    private static void write(Runnable call) throws IOException {
        try {
            call.run();
        } catch (RDFHandlerException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new UnwritableException(String.valueOf(e.getMessage()), e);
        }
    }
}
