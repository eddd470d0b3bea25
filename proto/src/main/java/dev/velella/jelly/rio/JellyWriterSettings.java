package dev.velella.jelly.rio;

import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.StreamForm;
import org.eclipse.rdf4j.rio.RioSetting;
import org.eclipse.rdf4j.rio.helpers.BooleanRioSetting;
import org.eclipse.rdf4j.rio.helpers.IntegerRioSetting;
import org.eclipse.rdf4j.rio.helpers.StringRioSetting;

/** Settings of {@link JellyWriter}. They are read once, when writing starts. */
public final class JellyWriterSettings {
    private static final String KEY = "dev.velella.jelly.";

    /**
     * Kind of statement rows in the stream: QUADS (default), GRAPHS, or TRIPLES. With TRIPLES, statements that have a
     * context are refused.
     */
    public static final RioSetting<PhysicalType> PHYSICAL_TYPE =
            new EnumSetting<>(PhysicalType.class, KEY + "physical.type", "Physical stream type", PhysicalType.QUADS);

    /**
     * Meaning of a frame. UNSPECIFIED (default) stands for FLAT_TRIPLES or FLAT_QUADS, depending on the physical type.
     * With a type that is not flat, the whole output is one frame.
     */
    public static final RioSetting<LogicalType> LOGICAL_TYPE =
            new EnumSetting<>(LogicalType.class, KEY + "logical.type", "Logical stream type", LogicalType.UNSPECIFIED);

    /** Whether frames are delimited (default), or the whole output is one bare frame. DETECT is refused. */
    public static final RioSetting<StreamForm> FORM =
            new EnumSetting<>(StreamForm.class, KEY + "form", "Delimited or bare frames", StreamForm.DELIMITED);

    /** Size of the name table, in entries, at least 8; default 4000. */
    public static final RioSetting<Integer> NAME_TABLE_SIZE =
            new IntegerRioSetting(KEY + "name.table.size", "Size of the name table, in entries", 4000);

    /** Size of the prefix table, in entries, 0 turns it off; default 150. */
    public static final RioSetting<Integer> PREFIX_TABLE_SIZE =
            new IntegerRioSetting(KEY + "prefix.table.size", "Size of the prefix table, in entries", 150);

    /** Size of the datatype table, in entries, 0 allows no typed literals; default 32. */
    public static final RioSetting<Integer> DATATYPE_TABLE_SIZE =
            new IntegerRioSetting(KEY + "datatype.table.size", "Size of the datatype table, in entries", 32);

    /** Most statements in a frame of a flat, delimited stream; default 256. */
    public static final RioSetting<Integer> FRAME_ROWS =
            new IntegerRioSetting(KEY + "frame.rows", "Most statements in a frame", 256);

    /** Whether namespace declarations are written (default); without them the stream has version tag 1, else 2. */
    public static final RioSetting<Boolean> NAMESPACES =
            new BooleanRioSetting(KEY + "namespaces", "Write namespace declarations", true);

    /** Whether the stream may hold quoted triples (default); if not, they are refused. */
    public static final RioSetting<Boolean> RDF_STAR =
            new BooleanRioSetting(KEY + "rdf.star", "Allow quoted triples", true);

    /** Free text in the options of the stream; default empty. */
    public static final RioSetting<String> STREAM_NAME =
            new StringRioSetting(KEY + "stream.name", "Name of the stream", "");

    private JellyWriterSettings() {}
}
