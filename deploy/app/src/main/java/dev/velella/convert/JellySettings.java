package dev.velella.convert;

import dev.velella.jelly.format.JellyPatchOptions.StatementType;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.TableSizes;
import org.jspecify.annotations.Nullable;

/**
 * The user's settings for Jelly output. A null value means that the user did not set it; then the input decides, or the
 * default.
 *
 * @param preset table sizes to begin with
 * @param names size of the name table, in entries
 * @param prefixes size of the prefix table, in entries
 * @param datatypes size of the datatype table, in entries
 * @param physicalType physical type of Jelly-RDF
 * @param logicalType logical type of Jelly-RDF
 * @param patchType stream type of Jelly-Patch
 * @param statementType statement type of Jelly-Patch
 * @param rowsPerFrame most rows in a frame
 * @param form delimited or bare, never detected
 * @param streamName stream name of Jelly-RDF
 * @param namespaces whether namespace declarations are written
 * @param rdfStar whether quoted triples are allowed
 */
public record JellySettings(
        @Nullable TableSizes preset,
        @Nullable Integer names,
        @Nullable Integer prefixes,
        @Nullable Integer datatypes,
        @Nullable PhysicalType physicalType,
        @Nullable LogicalType logicalType,
        @Nullable StreamType patchType,
        @Nullable StatementType statementType,
        @Nullable Integer rowsPerFrame,
        StreamForm form,
        @Nullable String streamName,
        @Nullable Boolean namespaces,
        @Nullable Boolean rdfStar) {

    /** Whether the user has set a flat logical type, whose frames are no elements. */
    public boolean isFlat() {
        return logicalType != null && !logicalType.isFramed();
    }

    /**
     * The sizes of the tables.
     *
     * @param ofInput sizes of the input's tables; null if the input has none
     * @throws IllegalArgumentException if the sizes are outside the range of the format
     */
    TableSizes sizes(@Nullable TableSizes ofInput) {
        TableSizes base = preset != null ? preset : ofInput != null ? ofInput : TableSizes.BIG;
        return new TableSizes(
                names == null ? base.names() : names,
                prefixes == null ? base.prefixes() : prefixes,
                datatypes == null ? base.datatypes() : datatypes);
    }
}
