package dev.velella.edge;

import dev.velella.jelly.JellyEncoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.jelly.write.TermCounts;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Writes the graphs of a device on one dictionary, or without any. With changes, a graph is written as the patch that makes
 * it of the base. Not thread-safe.
 */
final class DictionaryWriter {
    private final byte[] payload;
    private final long name;
    private final Set<Statement> base;
    private final Codec codec;

    /** Encodes graphs whole, or as patches. */
    private sealed interface Codec {
        JellyEncoder<?> encoder();

        void count(DeviceGraph graph, Set<Statement> base, TermCounts counts);

        byte[] onDictionary(DeviceGraph graph, Set<Statement> base);

        byte[] alone(DeviceGraph graph);
    }

    private record Graphs(JellyGraphEncoder encoder) implements Codec {
        @Override
        public void count(DeviceGraph graph, Set<Statement> base, TermCounts counts) {
            encoder.count(graph.graph(), counts);
        }

        @Override
        public byte[] onDictionary(DeviceGraph graph, Set<Statement> base) {
            return encoder.encodeOnDictionary(graph.graph());
        }

        @Override
        public byte[] alone(DeviceGraph graph) {
            return encoder.encode(graph.graph());
        }
    }

    private record Changes(JellyPatchEncoder encoder) implements Codec {
        @Override
        public void count(DeviceGraph graph, Set<Statement> base, TermCounts counts) {
            encoder.count(graph.change().from(base), counts);
        }

        @Override
        public byte[] onDictionary(DeviceGraph graph, Set<Statement> base) {
            return encoder.encodeOnDictionary(graph.change().from(base));
        }

        @Override
        public byte[] alone(DeviceGraph graph) {
            return encoder.encode(graph.change().from(Set.of()));
        }
    }

    private DictionaryWriter(byte[] payload, Set<Statement> base, Codec codec) {
        this.payload = payload;
        this.name = payload.length == 0 ? EdgeHeader.NONE : EdgeDictionary.nameOf(payload);
        this.base = base;
        this.codec = codec;
    }

    private static Codec codec(EdgeSettings settings) {
        return switch (settings.form()) {
            case GRAPHS ->
                new Graphs(new JellyGraphEncoder(
                        new JellyOptions(PhysicalType.QUADS, settings.sizes(), settings.rdfStar(), 2),
                        StatementOrder.DENSE,
                        Limits.DEFAULT));
            case CHANGES ->
                new Changes(new JellyPatchEncoder(
                        JellyPatchOptions.frame(settings.sizes(), settings.rdfStar()),
                        StatementOrder.DENSE,
                        Limits.DEFAULT));
        };
    }

    /** A writer without dictionary. */
    static DictionaryWriter alone(EdgeSettings settings) {
        return new DictionaryWriter(new byte[0], Set.of(), codec(settings));
    }

    /**
     * A writer with a dictionary for graphs like these. The dictionary has the terms that several of them have, and the base
     * has the statements that most of them have.
     *
     * @param graphs at least one
     * @throws MalformedJellyException if a dictionary of them would be above the limits
     */
    static DictionaryWriter of(EdgeSettings settings, Collection<DeviceGraph> graphs) {
        Codec codec = codec(settings);
        Set<Statement> base = settings.form() == EdgeForm.GRAPHS ? Set.of() : common(graphs);
        TermCounts counts = new TermCounts();
        if (codec instanceof Changes changes) {
            changes.encoder.count(adding(base), counts);
        }
        if (graphs.size() > 1 || codec instanceof Graphs) {
            graphs.forEach(graph -> codec.count(graph, base, counts));
        }
        byte[] dictionary = codec.encoder().makeDictionary(counts.terms());
        if (!(codec instanceof Changes changes)) {
            return new DictionaryWriter(dictionary, Set.of(), codec);
        }
        byte[] added = changes.encoder.encodeOnDictionary(adding(base));
        return new DictionaryWriter(FrameList.join(List.of(dictionary, added)), base, codec);
    }

    /** The patch that adds the base to nothing. It has no transaction, which would be two rows that say nothing. */
    private static RdfPatch adding(Set<Statement> base) {
        return new RdfPatch(
                base.stream().<PatchOperation>map(PatchOperation.Add::new).toList());
    }

    /** The statements that more than half of the graphs have. */
    private static Set<Statement> common(Collection<DeviceGraph> graphs) {
        Map<Statement, Integer> uses = new LinkedHashMap<>();
        for (DeviceGraph graph : graphs) {
            graph.change().statements().forEach(statement -> uses.merge(statement, 1, Integer::sum));
        }
        Set<Statement> common = new LinkedHashSet<>();
        uses.forEach((statement, count) -> {
            if (count * 2 > graphs.size()) {
                common.add(statement);
            }
        });
        return common;
    }

    /**
     * A writer with a dictionary that was made before.
     *
     * @throws MalformedJellyException if the payload is no dictionary that these settings would write
     */
    static DictionaryWriter read(EdgeSettings settings, byte[] payload) {
        EdgeDictionary known = EdgeDictionary.read(payload, SimpleValueFactory.getInstance(), Limits.DEFAULT);
        ElementKind kind = settings.form() == EdgeForm.GRAPHS ? ElementKind.GRAPH : ElementKind.PATCH;
        if (known.kind() != kind) {
            throw new MalformedJellyException(0, -1, 0, "a dictionary for " + known.kind() + ", not for " + kind);
        }
        Codec codec = codec(settings);
        codec.encoder()
                .takeDictionary(
                        kind == ElementKind.GRAPH
                                ? payload
                                : FrameList.split(payload).get(0));
        return new DictionaryWriter(payload, known.base(), codec);
    }

    /** The name of the dictionary; {@link EdgeHeader#NONE} if there is none. */
    long name() {
        return name;
    }

    /** The payload of the message that brings the dictionary to receivers; empty if there is none. */
    byte[] payload() {
        return payload;
    }

    /**
     * The frame of a graph on the dictionary.
     *
     * @throws MalformedJellyException if the settings cannot carry the graph beside the dictionary
     */
    byte[] write(DeviceGraph graph) {
        return name == EdgeHeader.NONE ? codec.alone(graph) : codec.onDictionary(graph, base);
    }

    /** Number of bytes of the frames of graphs; a graph that cannot be written counts as it stands alone. */
    long size(Collection<DeviceGraph> graphs, DictionaryWriter alone) {
        long bytes = 0;
        for (DeviceGraph graph : graphs) {
            bytes += graph.hasSizeOf(this) ? graph.size() : size(graph, alone);
        }
        return bytes;
    }

    private long size(DeviceGraph graph, DictionaryWriter alone) {
        try {
            return write(graph).length;
        } catch (MalformedJellyException e) {
            return equals(alone) ? 0 : alone.size(graph, alone); // 0: no dictionary makes it smaller
        }
    }
}
