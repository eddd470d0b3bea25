package dev.velella.converter;

import dev.velella.jelly.JellyOptions;
import dev.velella.jelly.Limits;
import dev.velella.jelly.PhysicalType;
import dev.velella.jelly.TableSizes;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.CaseInsensitiveValidString;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** Options of {@link JellyConverter}. Immutable. */
public final class JellyConverterConfig extends AbstractConfig {
    /** Statement rows of graph frames. */
    public static final String PHYSICAL_TYPE_CONFIG = "jelly.physical.type";

    private static final String PHYSICAL_TYPE_DOC =
            "Which statements the graphs of a topic hold: quads, or triples where no graph is named.";

    /** Whether quoted triples may be written. */
    public static final String RDF_STAR_CONFIG = "jelly.rdf.star";

    private static final String RDF_STAR_DOC =
            "Whether quoted triples (RDF-star) may be written. Off, a quoted triple is an error.";

    /** Entries of the name table. */
    public static final String NAME_TABLE_CONFIG = "jelly.name.table.size";

    private static final String NAME_TABLE_DOC = "Entries of the name table of every frame written, at least 8.";

    /** Entries of the prefix table. */
    public static final String PREFIX_TABLE_CONFIG = "jelly.prefix.table.size";

    private static final String PREFIX_TABLE_DOC =
            "Entries of the prefix table of every frame written; 0 turns it off.";

    /** Entries of the datatype table. */
    public static final String DATATYPE_TABLE_CONFIG = "jelly.datatype.table.size";

    private static final String DATATYPE_TABLE_DOC = "Entries of the datatype table of every frame written.";

    /** Largest frame. */
    public static final String FRAME_BYTES_CONFIG = "limits.frame.bytes";

    private static final String FRAME_BYTES_DOC = "Largest frame read or written, in bytes. A larger one is an error.";

    /** Most rows in a frame. */
    public static final String FRAME_ROWS_CONFIG = "limits.frame.rows";

    private static final String FRAME_ROWS_DOC = "Most rows in a frame read or written.";

    /** Longest string. */
    public static final String STRING_BYTES_CONFIG = "limits.string.bytes";

    private static final String STRING_BYTES_DOC = "Longest single string read or written, in bytes of UTF-8.";

    private static final String GROUP = "Jelly";

    private final JellyOptions options;
    private final Limits limits;

    /**
     * Reads and checks the options.
     *
     * @throws ConfigException if an option has a wrong value
     */
    public JellyConverterConfig(Map<?, ?> properties) {
        super(definition(), properties, false);
        TableSizes sizes;
        try {
            sizes = new TableSizes(
                    getInt(NAME_TABLE_CONFIG), getInt(PREFIX_TABLE_CONFIG), getInt(DATATYPE_TABLE_CONFIG));
        } catch (IllegalArgumentException e) {
            throw new ConfigException(e.getMessage());
        }
        PhysicalType type = PhysicalType.valueOf(getString(PHYSICAL_TYPE_CONFIG).toUpperCase(Locale.ROOT));
        options = new JellyOptions(type, sizes, getBoolean(RDF_STAR_CONFIG), 2);
        limits = new Limits(
                Limits.DEFAULT.maxNames(),
                Limits.DEFAULT.maxPrefixes(),
                Limits.DEFAULT.maxDatatypes(),
                getInt(FRAME_BYTES_CONFIG),
                getInt(FRAME_ROWS_CONFIG),
                getInt(STRING_BYTES_CONFIG),
                Limits.DEFAULT.maxTableBytes(),
                Limits.DEFAULT.maxNesting());
    }

    /** The options with their types, defaults and documentation. */
    public static ConfigDef definition() {
        Limits limits = Limits.DEFAULT;
        TableSizes big = TableSizes.BIG;
        int order = 0;
        ConfigDef def = new ConfigDef()
                .define(
                        PHYSICAL_TYPE_CONFIG,
                        Type.STRING,
                        "quads",
                        CaseInsensitiveValidString.in("quads", "triples"),
                        Importance.MEDIUM,
                        PHYSICAL_TYPE_DOC,
                        GROUP,
                        ++order,
                        Width.SHORT,
                        "Physical type")
                .define(
                        RDF_STAR_CONFIG,
                        Type.BOOLEAN,
                        false,
                        Importance.MEDIUM,
                        RDF_STAR_DOC,
                        GROUP,
                        ++order,
                        Width.SHORT,
                        "Quoted triples");
        define(def, NAME_TABLE_CONFIG, big.names(), Range.between(8, limits.maxNames()), NAME_TABLE_DOC, ++order);
        define(
                def,
                PREFIX_TABLE_CONFIG,
                big.prefixes(),
                Range.between(0, limits.maxPrefixes()),
                PREFIX_TABLE_DOC,
                ++order);
        define(
                def,
                DATATYPE_TABLE_CONFIG,
                big.datatypes(),
                Range.between(0, limits.maxDatatypes()),
                DATATYPE_TABLE_DOC,
                ++order);
        define(def, FRAME_BYTES_CONFIG, limits.maxFrameBytes(), Range.atLeast(1), FRAME_BYTES_DOC, ++order);
        define(def, FRAME_ROWS_CONFIG, limits.maxRows(), Range.atLeast(1), FRAME_ROWS_DOC, ++order);
        define(def, STRING_BYTES_CONFIG, limits.maxStringBytes(), Range.atLeast(1), STRING_BYTES_DOC, ++order);
        return def;
    }

    private static void define(ConfigDef def, String name, int value, Range range, String doc, int order) {
        def.define(name, Type.INT, value, range, Importance.LOW, doc, GROUP, order, Width.SHORT, name);
    }

    /** What the options row of every graph frame says. */
    public JellyOptions options() {
        return options;
    }

    /** What is accepted and written at most. */
    public Limits limits() {
        return limits;
    }
}
