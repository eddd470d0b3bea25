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
    private static final int NAMESPACES_OF_LOG = 200;

    private static final Pattern PREFIX = Pattern.compile("([\\p{IsAlphabetic}]([\\w\\p{IsAlphabetic}-]*))?");

    private final RDFWriter writer;
    private final VerifiedTerms terms = new VerifiedTerms();
    private boolean started;
    /** How many namespaces may come yet: of a log without end, or with a prefix in each message, memory holds a part. */
    private int namespaces = Integer.MAX_VALUE;

    WriterTarget(RDFWriter writer) {
        this.writer = writer;
    }

    @Override
    public void namespace(String prefix, String iri) throws IOException {
        if (namespaces > 0 && PREFIX.matcher(prefix).matches() && isIri(iri) && !TextTargets.hasControls(iri)) {
            start();
            namespaces--;
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
    public void messages() throws IOException {
        namespaces = NAMESPACES_OF_LOG;
        directive("VERSION \"1.1-messages\"");
    }

    @Override
    public void endMessage() throws IOException {
        directive("MESSAGE");
    }

    private void directive(String line) throws IOException {
        if (!(writer instanceof Directives directives)) {
            throw new UnwritableException(
                    "the format has no messages; choose N-Quads, TriG, NDJSON-LD or Jelly, or join them (--no-messages)");
        }
        start();
        directives.directive(line);
    }

    /** A writer that can write a line between statements. */
    interface Directives {
        void directive(String line) throws IOException;
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
