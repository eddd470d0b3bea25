package dev.velella.convert;

import dev.velella.convert.file.InputFile;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.write.GraphTarget;
import dev.velella.failure.FileException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/** Collects the statements of a file, each once, in their order. Namespaces and frames are ignored. */
public final class StatementSet implements GraphTarget {
    private final Set<Statement> statements = new LinkedHashSet<>();

    private StatementSet() {}

    /**
     * Reads a whole file.
     *
     * @param base IRI that resolves the relative IRIs of a text format; null if relative IRIs are errors
     * @throws FileException if the file is malformed or cannot be read
     */
    public static Set<Statement> read(
            String name, DataFormat format, @Nullable String base, InputStream standardInput) {
        return InputFile.read(name, standardInput, in -> {
            StatementSet set = new StatementSet();
            if (format == DataFormat.JELLY) {
                new JellySource(new VerifiedTerms()).readInto(set, in);
            } else {
                new TextSource(format, base, ReadingLimits.OF_FILES, null).readInto(set, in);
            }
            return set.statements;
        });
    }

    @Override
    public void namespace(String prefix, String iri) {}

    @Override
    public void statement(Statement statement) {
        statements.add(statement);
    }

    @Override
    public void end() {}
}
