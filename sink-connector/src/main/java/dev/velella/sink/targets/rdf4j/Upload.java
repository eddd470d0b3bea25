package dev.velella.sink.targets.rdf4j;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;

/**
 * Statements as bodies of requests, in RDF4J's binary format. The constructor writes the first body, because it is
 * mostly the only one. Further bodies are written when they are needed, so that they are not all in memory at the same
 * time.
 */
final class Upload {
    /** The format of the bodies. */
    static final RDFFormat FORMAT = RDFFormat.BINARY;

    /** Maximum number of statements in one request. */
    private static final int LARGEST = 100_000;

    private final List<Statement> statements;
    private final byte[] first;

    /** @param statements statements, which must not be changed any more */
    Upload(List<Statement> statements) {
        this.statements = statements;
        this.first = body(0);
    }

    /** Passes the bodies to a request, one after the other. Without statements there is no body. */
    void forEach(Consumer<ByteArrayInputStream> request) {
        for (int from = 0; from < statements.size(); from += LARGEST) {
            request.accept(new ByteArrayInputStream(from == 0 ? first : body(from)));
        }
    }

    private byte[] body(int from) {
        List<Statement> some = statements.subList(from, Math.min(statements.size(), from + LARGEST));
        ByteArrayOutputStream body = new ByteArrayOutputStream(32 * some.size());
        Rio.write(some, body, FORMAT);
        return body.toByteArray();
    }
}
