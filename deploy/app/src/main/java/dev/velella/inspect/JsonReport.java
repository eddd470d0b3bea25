package dev.velella.inspect;

import dev.velella.rdf.ElementKind;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.jelly.JellyStatistics;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.TableSizes;
import java.util.Locale;

/** Statistics as one JSON object; its fields are described in the documentation of the command. */
public final class JsonReport {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private JsonReport() {}

    /** The object and a line break. */
    public static String of(String file, JellyStatistics found) {
        ObjectNode root = JSON.createObjectNode();
        root.put("file", file);
        root.put("kind", found.kind() == ElementKind.GRAPH ? "jelly" : "jellyp");
        root.put("form", spelled(found.form()));
        root.set("options", options(found));
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

    private static ObjectNode options(JellyStatistics found) {
        ObjectNode node = JSON.createObjectNode();
        found.rdfOptions().ifPresent(options -> put(node, options));
        found.patchOptions().ifPresent(options -> put(node, options));
        return node;
    }

    private static void put(ObjectNode node, JellyOptions options) {
        node.put("streamName", options.streamName());
        node.put("physicalType", spelled(options.physicalType()));
        node.put("logicalType", spelled(options.logicalType()));
        node.put("generalized", options.generalized());
        node.put("rdfStar", options.rdfStar());
        put(node, options.sizes());
        node.put("version", options.version());
    }

    private static void put(ObjectNode node, JellyPatchOptions options) {
        node.put("statementType", spelled(options.statementType()));
        node.put("patchType", spelled(options.streamType()));
        node.put("generalized", options.generalized());
        node.put("rdfStar", options.rdfStar());
        put(node, options.sizes());
        node.put("version", 1);
    }

    private static void put(ObjectNode node, TableSizes sizes) {
        node.put("names", sizes.names());
        node.put("prefixes", sizes.prefixes());
        node.put("datatypes", sizes.datatypes());
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

    /** As the options of the command line spell it. */
    static String spelled(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
