package dev.velella.record;

import dev.velella.frame.MediaTypes;
import dev.velella.frame.PartitionStamp;
import dev.velella.rdf.ElementKind;
import org.jspecify.annotations.Nullable;

/** Names of the Kafka record headers that Velella writes and reads. Values are printable ASCII, except for one. */
public final class RecordHeaderNames {
    private RecordHeaderNames() {}

    /** Media type of the value; read in any case, written as here. */
    public static final String CONTENT_TYPE = "content-type";

    /**
     * Media type of the value, by the name that RDF Messages gives to the header: it also says that the record is one RDF message.
     * Written if {@link JellyConfigs#MESSAGE_HEADER} says so; read, in any case, if there is no {@link #CONTENT_TYPE}.
     */
    public static final String RDF_MESSAGE = "RDF-Message-Content-Type";

    /** Place of a frame in the stream of its encoder. */
    public static final String JELLY = "jelly";

    /** All facts about a record of version 2, see {@link VelellaHeader}; the only one whose value is binary. */
    public static final String VELELLA = VelellaHeader.NAME;

    /** Stamp of a source for its encoder; never sent. See {@link PartitionStamp}. */
    public static final String PARTITION_STAMP = PartitionStamp.HEADER;

    /** Time of the element in ms since 1970, on records whose Kafka timestamp is the wall clock. */
    public static final String EVENT_TIME = "event-time";

    /** Place of a patch in its stream, see {@link PatchPosition}. */
    public static final String PATCH = "patch";

    /**
     * An offset of the topic of patches, as text, on snapshots: all patches of the partition that are later than the snapshot
     * stand at this offset or a higher one.
     */
    public static final String OUTPUT_OFFSET = "velella.output.offset";

    /**
     * Name of the store or system from which the record comes, as text. A sink leaves out the records of its own origin,
     * so that stores can replicate each other.
     */
    public static final String ORIGIN = "velella.origin";

    /** Place of a change among the changes of its stream, see {@link ChangeVersion}; on records of a topic of changes. */
    public static final String CHANGE = "velella.change";

    /** Media type of Jelly-RDF frames. */
    public static final String JELLY_RDF = MediaTypes.JELLY_RDF;

    /** Media type of Jelly-Patch frames. */
    public static final String JELLY_PATCH = MediaTypes.JELLY_PATCH;

    /** Media type of frames with elements of a kind, if they stand alone. */
    public static String mediaType(ElementKind kind) {
        return MediaTypes.of(kind, true);
    }

    /** Whether a header tells the media type of the value. Names are read in any case. */
    public static boolean isMediaType(String header) {
        return header.equalsIgnoreCase(CONTENT_TYPE) || header.equalsIgnoreCase(RDF_MESSAGE);
    }

    /**
     * The kind of elements in frames of a media type; null if the media type is not Jelly.
     *
     * @param mediaType in lower case, without parameters
     */
    public static @Nullable ElementKind kindOf(String mediaType) {
        return switch (mediaType) {
            case JELLY_RDF -> ElementKind.GRAPH;
            case JELLY_PATCH -> ElementKind.PATCH;
            default -> null;
        };
    }
}
