package dev.velella.convert;

import dev.velella.convert.file.InputFile;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.failure.FileException;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.rdf.PatchOperation;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * One whole patch from a file: a single transaction that deletes and adds each statement at most once.
 *
 * @param headers values of the headers, by key
 * @param deletes deleted statements in their order
 * @param adds added statements in their order
 */
public record PatchInput(Map<String, Value> headers, List<Statement> deletes, List<Statement> adds) {

    /**
     * Reads a file.
     *
     * @param name name of the file, {@code -} for standard input
     * @throws FileException if the file cannot be read, is malformed, or does not hold exactly one such patch
     */
    public static PatchInput read(String name, DataFormat format, InputStream standardInput) {
        Collector collector = new Collector();
        try {
            InputFile.read(name, standardInput, in -> {
                PatchConversion.read(format, in, new VerifiedTerms(), collector);
                return collector;
            });
        } catch (IllegalArgumentException e) {
            throw new FileException(InputFile.title(name), String.valueOf(e.getMessage()), e);
        }
        return new PatchInput(collector.headers, collector.deletes, collector.adds);
    }

    /** Collects the rows of one patch. */
    private static final class Collector implements PatchTarget {
        private final Map<String, Value> headers = new LinkedHashMap<>();
        private final List<Statement> deletes = new ArrayList<>();
        private final List<Statement> adds = new ArrayList<>();
        private boolean begun;
        private boolean committed;

        @Override
        public void begin(@Nullable JellyPatchOptions ofInput) {}

        @Override
        public void operation(PatchOperation operation) {
            require(!committed, "holds more rows after its first transaction");
            if (operation instanceof PatchOperation.Header header) {
                require(headers.put(header.key(), header.value()) == null, "has header " + header.key() + " twice");
            } else if (operation == PatchOperation.Transaction.START) {
                begun = true;
            } else if (operation == PatchOperation.Transaction.COMMIT) {
                committed = true;
            } else if (operation instanceof PatchOperation.Delete delete && begun) {
                deletes.add(delete.statement());
            } else if (operation instanceof PatchOperation.Add add && begun) {
                adds.add(add.statement());
            } else {
                throw new IllegalArgumentException("holds a row that is not a delete or add within a transaction ("
                        + operation.getClass().getSimpleName()
                        + "): a file of velella verify --full has H, TX, then D and A, then TC");
            }
        }

        private static void require(boolean one, String fault) {
            if (!one) {
                throw new IllegalArgumentException(fault + "; one patch at a time is applied to a store");
            }
        }

        @Override
        public void endOfPatch() {}

        @Override
        public void end() {
            if (begun && !committed) {
                throw new IllegalArgumentException("ends within its transaction");
            }
            Set<Statement> deleted = new HashSet<>(deletes);
            adds.stream().filter(deleted::contains).findFirst().ifPresent(statement -> {
                throw new IllegalArgumentException("both deletes and adds " + statement);
            });
        }
    }
}
