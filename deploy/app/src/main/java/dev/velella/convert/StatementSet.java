package dev.velella.convert;

import dev.velella.document.MalformedDocumentException;
import dev.velella.document.VerifiedTerms;
import dev.velella.failure.FileException;
import dev.velella.jelly.MalformedJellyException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/** The statements of a file, each once, in their order. Namespaces and frames are left out. */
final class StatementSet implements GraphTarget {
    private final Set<Statement> statements = new LinkedHashSet<>();

    private StatementSet() {}

    /**
     * Reads a whole file.
     *
     * @param base what relative IRIs of a text format are resolved against, or null where they are errors
     * @throws FileException if the file is malformed or cannot be read
     */
    static Set<Statement> read(String name, DataFormat format, @Nullable String base, InputStream standardInput) {
        StatementSet set = new StatementSet();
        try (InputStream in = InputFile.open(name, standardInput)) {
            if (format == DataFormat.JELLY) {
                new JellySource(new VerifiedTerms()).readInto(set, in);
            } else {
                new TextSource(format, base).readInto(set, in);
            }
            return set.statements;
        } catch (MalformedJellyException | MalformedDocumentException | MalformedInputException e) {
            throw new FileException(InputFile.title(name), String.valueOf(e.getMessage()), e);
        } catch (CharacterCodingException e) {
            throw new FileException(InputFile.title(name), "not UTF-8", e);
        } catch (IOException e) {
            throw new FileException(InputFile.title(name), "cannot be read: " + InputFile.reason(e), e);
        } catch (OutOfMemoryError e) {
            throw new FileException(
                    InputFile.title(name), "needs more memory; raise it, as with VELELLA_OPTS=-Xmx2g", e);
        }
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
