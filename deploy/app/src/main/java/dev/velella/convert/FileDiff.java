package dev.velella.convert;

import dev.velella.diff.blank.BlankNodeMatching;
import dev.velella.diff.blank.StableIds;
import dev.velella.diff.compare.RollingDiff;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Makes the patch that leads from one file of RDF to another. Both files are held in memory. Namespaces are not
 * compared.
 *
 * @param old name of the old file, {@code -} for standard input
 * @param oldFormat format of the old file
 * @param latest name of the new file, {@code -} for standard input
 * @param latestFormat format of the new file
 * @param base IRI that resolves the relative IRIs of a text format; null if relative IRIs are errors
 * @param matching whether blank nodes of the new file are matched with the blank nodes of the old file; if not, labels
 *     are compared
 * @param output name of the file of the patch, {@code -} for standard output
 * @param to format of the patch
 * @param settings settings of Jelly-Patch output
 */
public record FileDiff(
        String old,
        DataFormat oldFormat,
        String latest,
        DataFormat latestFormat,
        @Nullable String base,
        boolean matching,
        String output,
        DataFormat to,
        JellySettings settings) {
    /** Prefix of the labels of blank nodes that are only in the new file. */
    private static final String NEW_NODES = "new";

    /**
     * Writes the patch; writes none if both files hold the same statements.
     *
     * @throws dev.velella.failure.FileException if a file is malformed, cannot be read or cannot be written
     */
    public void run(InputStream standardInput, OutputStream standardOutput) {
        try (PatchOutput out = new PatchOutput(output, to, settings, standardOutput)) {
            Set<Statement> before = StatementSet.read(old, oldFormat, base, standardInput);
            Set<Statement> after = StatementSet.read(latest, latestFormat, base, standardInput);
            if (matching) {
                after = BlankNodeMatching.align(
                                before, after, new StableIds(NEW_NODES, 0), BlankNodeMatching.DEFAULT_WORK_LIMIT)
                        .statementSet();
            }
            out.write(RollingDiff.between(before, after));
            out.commit();
        }
    }
}
