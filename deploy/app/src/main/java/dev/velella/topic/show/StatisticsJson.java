package dev.velella.topic.show;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.log.Span;
import dev.velella.topic.Counts;
import dev.velella.topic.Finding;
import dev.velella.topic.PartitionTally;
import dev.velella.topic.StreamTally;
import dev.velella.topic.TopicStatistics;

/** Statistics of a topic as one JSON object. The documentation of the command describes its fields. */
public final class StatisticsJson {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private StatisticsJson() {}

    /** The object, followed by a line break. */
    public static String of(TopicStatistics found) {
        ObjectNode root = JSON.createObjectNode();
        root.put("topic", found.access().topic());
        root.put("isolationLevel", found.access().isolationLevel());
        root.put("complete", found.isComplete());
        ArrayNode partitions = root.putArray("partitions");
        found.partitions().forEach(partition -> partitions.add(partition(partition)));
        root.set("total", counts(found.total()));
        root.put("gapCount", found.gapCount());
        ArrayNode gaps = root.putArray("gaps");
        found.gaps().forEach(gap -> gaps.add(gap(gap)));
        try {
            return JSON.writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of text and numbers is JSON", e);
        }
    }

    private static ObjectNode partition(PartitionTally partition) {
        Span span = partition.span();
        ObjectNode node = JSON.createObjectNode();
        node.put("partition", span.partition());
        node.put("logStart", span.logStart());
        node.put("from", span.from());
        node.put("to", span.to());
        node.setAll(counts(partition.counts()));
        ArrayNode streams = node.putArray("streams");
        partition.streams().forEach(stream -> streams.add(stream(stream, partition.isOpen(stream))));
        return node;
    }

    private static ObjectNode counts(Counts counts) {
        ObjectNode node = JSON.createObjectNode();
        node.put("records", counts.records());
        node.put("tombstones", counts.tombstones());
        node.put("selfContained", counts.selfContained());
        node.put("onDictionary", counts.onDictionary());
        node.put("stateful", counts.stateful());
        node.put("keyFrames", counts.keyFrames());
        node.put("undecoded", counts.undecoded());
        node.put("missingState", counts.missingState());
        node.put("graphs", counts.graphs());
        node.put("statements", counts.statements());
        node.put("patches", counts.patches());
        node.put("operations", counts.operations());
        node.put("adds", counts.adds());
        node.put("deletes", counts.deletes());
        node.put("duplicates", counts.duplicates());
        node.put("replayed", counts.replayed());
        node.put("lost", counts.lost());
        bytes(node, "value", counts.valueBytes(), counts.records());
        bytes(node, "key", counts.keyBytes(), counts.records());
        bytes(node, "header", counts.headerBytes(), counts.records());
        return node;
    }

    private static void bytes(ObjectNode node, String of, long bytes, long records) {
        node.put(of + "Bytes", bytes);
        node.put(of + "BytesMean", records == 0 ? 0 : rounded((double) bytes / records));
    }

    private static ObjectNode stream(StreamTally stream, boolean open) {
        return JSON.createObjectNode()
                .put("stream", stream.name())
                .put("kind", stream.kind().plural())
                .put("records", stream.records())
                .put("decoded", stream.decoded())
                .put("firstOffset", stream.firstOffset())
                .put("lastOffset", stream.lastOffset())
                .put("keyFrames", stream.keyFrames())
                .put("meanDistance", rounded(stream.meanDistance()))
                .put("largestDistance", stream.largestDistance())
                .put("open", open);
    }

    private static ObjectNode gap(Finding.Lost gap) {
        return JSON.createObjectNode()
                .put("partition", gap.partition())
                .put("stream", gap.stream())
                .put("lost", gap.count())
                .put("afterOffset", gap.after())
                .put("beforeOffset", gap.offset());
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
