package dev.velella.jelly.wire;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.StreamOptions;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.ElementKind;
import java.util.Optional;

/**
 * The options row of a stream. All options rows of one stream must be equal.
 *
 * @param kind Jelly-RDF or Jelly-Patch
 * @param streamName free text; empty in Jelly-Patch
 * @param physicalType number of the physical type in Jelly-RDF, of the statement type in Jelly-Patch
 * @param streamType number of the stream type in Jelly-Patch, of the logical type in Jelly-RDF
 */
public record OptionsRow(
        ElementKind kind,
        String streamName,
        int physicalType,
        int streamType,
        boolean generalized,
        boolean rdfStar,
        int names,
        int prefixes,
        int datatypes,
        int version) {

    public static final int TAG = 0x0A;

    static final int PATCH_TRIPLES = 1;
    public static final int PATCH_QUADS = 2;
    static final int PATCH_FRAME = 1;

    /** The options row that a writer writes first. */
    public static OptionsRow of(StreamOptions options) {
        return options instanceof JellyOptions rdf ? rdf(rdf) : patch((JellyPatchOptions) options);
    }

    private static OptionsRow rdf(JellyOptions options) {
        TableSizes sizes = options.sizes();
        return new OptionsRow(
                ElementKind.GRAPH,
                options.streamName(),
                options.physicalType().code(),
                options.logicalType().code(),
                options.generalized(),
                options.rdfStar(),
                sizes.names(),
                sizes.prefixes(),
                sizes.datatypes(),
                options.version());
    }

    /** The options row of a Jelly-Patch stream, with version 1. */
    private static OptionsRow patch(JellyPatchOptions options) {
        TableSizes sizes = options.sizes();
        return new OptionsRow(
                ElementKind.PATCH,
                "",
                options.statementType().code(),
                options.streamType().code(),
                options.generalized(),
                options.rdfStar(),
                sizes.names(),
                sizes.prefixes(),
                sizes.datatypes(),
                1);
    }

    /**
     * Reads the body of an options row and checks it, before memory is allocated for its sizes. The version is checked
     * first.
     */
    public static OptionsRow read(ElementKind kind, WireReader in, int end, Limits limits) {
        String streamName = "";
        int physicalType = 0;
        int streamType = 0;
        boolean generalized = false;
        boolean rdfStar = false;
        int names = 0;
        int prefixes = 0;
        int datatypes = 0;
        int version = 0;
        while (in.position() < end) {
            int tag = in.tag(end);
            switch (tag) {
                case 0x0A -> streamName = readStreamName(kind, in, end);
                case 0x08 -> physicalType = readStatementType(kind, in, end);
                case 0x10 -> {
                    if (kind == ElementKind.GRAPH) {
                        physicalType = in.varint(end);
                    } else {
                        streamType = in.varint(end);
                    }
                }
                case 0x18 -> generalized = in.bool(end);
                case 0x20 -> rdfStar = in.bool(end);
                case 0x48 -> names = in.varint(end);
                case 0x50 -> prefixes = in.varint(end);
                case 0x58 -> datatypes = in.varint(end);
                case 0x70 -> {
                    int logical = in.varint(end);
                    streamType = kind == ElementKind.GRAPH ? logical : streamType;
                }
                case 0x78 -> version = in.varint(end);
                default -> in.skip(tag, end);
            }
        }
        OptionsRow row = new OptionsRow(
                kind, streamName, physicalType, streamType, generalized, rdfStar, names, prefixes, datatypes, version);
        row.check(in, limits);
        return row;
    }

    private static String readStreamName(ElementKind kind, WireReader in, int end) {
        if (kind == ElementKind.PATCH) {
            throw in.fail("this is a Jelly-RDF frame, not a Jelly-Patch frame");
        }
        return in.string(end);
    }

    private static int readStatementType(ElementKind kind, WireReader in, int end) {
        if (kind == ElementKind.GRAPH) {
            throw in.fail("this is a Jelly-Patch frame, not a Jelly-RDF frame");
        }
        return in.varint(end);
    }

    private void check(WireReader in, Limits limits) {
        if (kind == ElementKind.GRAPH) {
            checkRdf(in);
        } else {
            checkPatch(in);
        }
        checkSize(in, "name", names, 8, limits.maxNames());
        checkSize(in, "prefix", prefixes, 0, limits.maxPrefixes());
        checkSize(in, "datatype", datatypes, 0, limits.maxDatatypes());
    }

    private void checkRdf(WireReader in) {
        checkVersion(in, 2);
        if (physicalType < 1 || physicalType > 3) {
            throw in.fail("physical stream type " + unsigned(physicalType) + " is none of TRIPLES, QUADS, GRAPHS");
        }
        Optional<LogicalType> logical = LogicalType.closest(streamType);
        if (logical.isEmpty()) {
            throw in.fail("logical stream type " + unsigned(streamType) + " has none of the base types 1 to 4");
        }
        PhysicalType physical = PhysicalType.ofCode(physicalType);
        if (!logical.get().fits(physical)) {
            throw in.fail("logical stream type " + unsigned(streamType) + " does not go with physical stream type "
                    + physical);
        }
    }

    private void checkPatch(WireReader in) {
        if (physicalType == 0) {
            throw in.fail("no patch statement type: this is a Jelly-RDF frame, not a Jelly-Patch frame");
        }
        checkVersion(in, 1);
        if (physicalType != PATCH_TRIPLES && physicalType != PATCH_QUADS) {
            throw in.fail("patch statement type " + unsigned(physicalType) + " is none of TRIPLES, QUADS");
        }
        if (streamType < 1 || streamType > 3) {
            throw in.fail(
                    "patch stream type " + unsigned(streamType) + " is none of FRAME (1), FLAT (2), PUNCTUATED (3)");
        }
    }

    private void checkVersion(WireReader in, int newest) {
        if (version < 1 || version > newest) {
            throw in.fail("version tag " + unsigned(version) + " cannot be read, only 1 to " + newest);
        }
    }

    private static void checkSize(WireReader in, String table, int size, int least, int most) {
        if (size < 0 || size > most) {
            throw in.fail(table + " table of " + unsigned(size) + " entries is above the limit of " + most);
        }
        if (size < least) {
            throw in.fail(table + " table of " + size + " entries is below the minimum of " + least);
        }
    }

    /**
     * The options as options of Jelly-RDF. They must have been checked. The closest supertype stands for an unknown
     * logical type.
     */
    public JellyOptions toRdf() {
        return new JellyOptions(
                streamName,
                PhysicalType.ofCode(physicalType),
                LogicalType.closest(streamType).orElse(LogicalType.UNSPECIFIED),
                new TableSizes(names, prefixes, datatypes),
                generalized,
                rdfStar,
                version >= 2,
                version);
    }

    /** The options as options of Jelly-Patch. They must have been checked. */
    public JellyPatchOptions toPatch() {
        return new JellyPatchOptions(
                physicalType == PATCH_TRIPLES
                        ? JellyPatchOptions.StatementType.TRIPLES
                        : JellyPatchOptions.StatementType.QUADS,
                patchStreamType(),
                new TableSizes(names, prefixes, datatypes),
                generalized,
                rdfStar);
    }

    /** Stream type of Jelly-Patch. The options must have been checked. */
    public JellyPatchOptions.StreamType patchStreamType() {
        return switch (streamType) {
            case 1 -> JellyPatchOptions.StreamType.FRAME;
            case 2 -> JellyPatchOptions.StreamType.FLAT;
            default -> JellyPatchOptions.StreamType.PUNCTUATED;
        };
    }

    private static String unsigned(int value) {
        return Integer.toUnsignedString(value);
    }

    /** Writes the whole row. */
    public void write(ByteSink out) {
        int row = out.beginRow(TAG, 30 + streamName.length() * 3);
        if (kind == ElementKind.GRAPH) {
            if (!streamName.isEmpty()) {
                out.stringField(0x0A, streamName);
            }
            out.numberField(0x10, physicalType);
        } else {
            out.numberField(0x08, physicalType);
            out.numberField(0x10, streamType);
        }
        out.numberField(0x18, generalized ? 1 : 0);
        out.numberField(0x20, rdfStar ? 1 : 0);
        out.numberField(0x48, names);
        out.numberField(0x50, prefixes);
        out.numberField(0x58, datatypes);
        if (kind == ElementKind.GRAPH) {
            out.numberField(0x70, streamType);
        }
        out.numberField(0x78, version);
        out.endRow(row, TAG, 30 + streamName.length() * 3);
    }
}
