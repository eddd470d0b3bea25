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
 * The patch that leads from one file of RDF to another. Both are held in memory. Namespaces are not compared.
 *
 * @param old name of the file before, {@code -} for standard input
 * @param oldFormat its format
 * @param latest name of the file after, {@code -} for standard input
 * @param latestFormat its format
 * @param base what relative IRIs of a text format are resolved against, or null where they are errors
 * @param matching whether blank nodes of the second file are matched with those of the first, else labels are compared
 * @param output name of the file of the patch, {@code -} for standard output
 * @param to format of the patch
 * @param settings of Jelly-Patch
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
    /** Begins the labels of nodes that are only in the second file. */
    private static final String NEW_NODES = "new";

    /**
     * Writes the patch; no patch where both files hold the same.
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
