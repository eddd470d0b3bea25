package dev.velella.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.jelly.JellyStatistics;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.StreamOptions;
import dev.velella.rdf.ElementKind;
import java.util.Locale;

/** Statistics as one JSON object. The documentation of the command describes its fields. */
public final class JsonReport {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private JsonReport() {}

    /** The object, followed by a line break. */
    public static String of(String file, JellyStatistics found) {
        ObjectNode root = JSON.createObjectNode();
        root.put("file", file);
        root.put("kind", found.kind() == ElementKind.GRAPH ? "jelly" : "jellyp");
        root.put("form", spelled(found.form()));
        root.set("options", options(found.options()));
        root.set("frames", frames(found.frames()));
        ObjectNode rows = root.putObject("rows");
        found.rows().forEach(rows::put);
        root.put("statements", found.statements());
        if (found.kind() == ElementKind.PATCH) {
            root.put("patches", found.patches());
        }
        root.put("bytesPerStatement", rounded(found.bytesPerStatement()));
        root.putObject("terms")
                .put("count", found.terms())
                .put("repeated", found.repeatedTerms())
                .put("repeatedShare", rounded(found.repeatedShare()));
        ObjectNode tables = root.putObject("tables");
        found.tables().forEach(table -> tables.set(table.name(), table(table)));
        ObjectNode namespaces = root.putObject("namespaces");
        found.namespaces().forEach(namespaces::put);
        ObjectNode metadata = root.putObject("metadata");
        found.metadata().forEach(metadata::put);
        try {
            return JSON.writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of text and numbers is JSON", e);
        }
    }

    private static ObjectNode options(StreamOptions options) {
        ObjectNode node = JSON.createObjectNode();
        if (options instanceof JellyOptions graphs) {
            node.put("streamName", graphs.streamName());
            node.put("physicalType", spelled(graphs.physicalType()));
            node.put("logicalType", spelled(graphs.logicalType()));
        } else if (options instanceof JellyPatchOptions patches) {
            node.put("statementType", spelled(patches.statementType()));
            node.put("patchType", spelled(patches.streamType()));
        }
        return node.put("generalized", options.generalized())
                .put("rdfStar", options.rdfStar())
                .put("names", options.sizes().names())
                .put("prefixes", options.sizes().prefixes())
                .put("datatypes", options.sizes().datatypes())
                .put("version", options.version());
    }

    private static ObjectNode frames(JellyStatistics.Frames frames) {
        return JSON.createObjectNode()
                .put("count", frames.count())
                .put("empty", frames.empty())
                .put("bytes", frames.bytes())
                .put("leastBytes", frames.least())
                .put("medianBytes", frames.median())
                .put("meanBytes", rounded(frames.mean()))
                .put("mostBytes", frames.most());
    }

    private static ObjectNode table(JellyStatistics.Table table) {
        return JSON.createObjectNode()
                .put("size", table.size())
                .put("set", table.set())
                .put("overwritten", table.overwritten())
                .put("highestId", table.highestId())
                .put("bytes", table.bytes())
                .put("mostBytes", table.mostBytes());
    }

    /** A constant as the options of the command line spell it. */
    static String spelled(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
