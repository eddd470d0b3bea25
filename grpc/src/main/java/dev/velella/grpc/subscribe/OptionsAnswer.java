package dev.velella.grpc.subscribe;

import dev.velella.grpc.protocol.CallProblem;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.proto.v1.RdfStreamOptions;
import dev.velella.jelly.proto.v1.RdfStreamSubscribe;
import io.grpc.Status;

/** Finds the options with which a subscriber is answered, by the rules of the protocol. Stateless. */
final class OptionsAnswer {
    private OptionsAnswer() {}

    /**
     * The options of the stream for a request. The physical type is the requested one, sizes and version are at most the
     * requested ones, and quoted triples may occur only if both sides allow them. A frame is one graph or dataset, whatever
     * logical type was asked for.
     *
     * @param own options of the server without a request; its sizes are upper bounds
     * @param topic becomes the name of the stream
     * @throws io.grpc.StatusRuntimeException with INVALID_ARGUMENT if there are no such options
     */
    static JellyOptions of(RdfStreamSubscribe request, JellyOptions own, String topic) {
        if (!request.hasRequestedOptions()) {
            return own.withStreamName(topic);
        }
        RdfStreamOptions wish = request.getRequestedOptions();
        int version = version(wish.getVersion(), own.version());
        PhysicalType physical = physicalType(wish);
        int names = least(wish.getMaxNameTableSize(), own.sizes().names());
        if (names < 8) {
            throw refused("max_name_table_size must be at least 8, not " + names);
        }
        return new JellyOptions(
                topic,
                physical,
                LogicalType.framed(physical),
                new TableSizes(
                        names,
                        least(wish.getMaxPrefixTableSize(), own.sizes().prefixes()),
                        least(wish.getMaxDatatypeTableSize(), own.sizes().datatypes())),
                false,
                wish.getRdfStar() && own.rdfStar(),
                version == 2,
                version);
    }

    private static int version(int wished, int own) {
        int version = least(wished, own);
        if (version < 1) {
            throw refused("version must be at least 1, not " + version);
        }
        return version;
    }

    private static PhysicalType physicalType(RdfStreamOptions wish) {
        return switch (wish.getPhysicalType()) {
            case PHYSICAL_STREAM_TYPE_TRIPLES -> PhysicalType.TRIPLES;
            case PHYSICAL_STREAM_TYPE_QUADS -> PhysicalType.QUADS;
            case PHYSICAL_STREAM_TYPE_GRAPHS -> PhysicalType.GRAPHS;
            default -> throw refused("physical_type must be TRIPLES, QUADS or GRAPHS");
        };
    }

    /** Numbers of the wire are unsigned. */
    private static int least(int wished, int own) {
        return Integer.compareUnsigned(wished, own) < 0 ? wished : own;
    }

    private static RuntimeException refused(String problem) {
        return CallProblem.of(
                Status.Code.INVALID_ARGUMENT,
                "requested_options: " + problem + "; leave requested_options out if there is no wish");
    }
}
