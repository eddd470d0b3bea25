package dev.velella.forget;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The report of what topics still hold of a key, and until when, as JSON. Not thread-safe. */
public final class ForgetReport {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String DICTIONARIES =
            "a dictionary holds terms of many streams, and stays as long as a record names"
                    + " it. Velella deletes none, and takes no term out of one. Never give this topic a retention, and never empty it:"
                    + " all records that name a dictionary would be lost. After the stream has ended, start the sources and the diff"
                    + " app again: they make new dictionaries, of the terms that come then. An old one is needed until no record of"
                    + " any topic names it: velella topic dictionaries tells that for each topic";

    private final ObjectNode root = JSON.createObjectNode();
    private final ArrayNode topics;
    private final ArrayNode places;
    private boolean isBounded = true;

    /**
     * @param key the key
     * @param isDryRun whether nothing was written
     */
    public ForgetReport(String key, Instant now, boolean isDryRun) {
        root.put("key", key);
        root.put("time", now.toString());
        root.put("dryRun", isDryRun);
        topics = root.putArray("topics");
        places = root.putArray("other");
    }

    /**
     * Adds a topic.
     *
     * @param kind what the topic is for
     * @param written number of tombstones that were written
     */
    public void topic(String kind, String name, TopicRules rules, List<KeyHolding> holdings, int written) {
        ObjectNode topic = topics.addObject();
        topic.put("topic", name);
        topic.put("kind", kind);
        topic.put("values", holdings.stream().mapToLong(KeyHolding::values).sum());
        topic.put("tombstonesWritten", written);
        ArrayNode partitions = topic.putArray("partitions");
        Optional<Instant> last = Optional.of(Instant.EPOCH);
        for (KeyHolding holding : holdings) {
            if (!holding.isAny()) {
                continue;
            }
            ObjectNode partition = partitions.addObject();
            partition.put("partition", holding.partition());
            partition.put("values", holding.values());
            partition.put("endsWithTombstone", holding.endsWithTombstone());
            if (holding.values() > 0) {
                partition.put("firstOffset", holding.firstOffset());
                Optional<Instant> gone = rules.goneBy(holding);
                last = gone.isPresent() && last.isPresent() && gone.get().isBefore(last.get()) ? last : gone;
                gone.ifPresentOrElse(
                        time -> partition.put("goneBy", time.toString()),
                        () -> partition.putNull("goneBy").put("why", rules.noLimit(holding)));
                isBounded &= gone.isPresent();
            }
        }
        boolean holds = holdings.stream().anyMatch(holding -> holding.values() > 0);
        topic.put("holds", holds);
        if (holds) {
            last.ifPresentOrElse(time -> topic.put("goneBy", time.toString()), () -> topic.putNull("goneBy"));
        }
    }

    /**
     * Adds the topic of dictionaries.
     *
     * @param count number of dictionaries that hold the key
     */
    public void dictionaries(String name, int count) {
        ObjectNode topic = topics.addObject();
        topic.put("topic", name);
        topic.put("kind", "dictionaries");
        topic.put("dictionaries", count);
        topic.put("holds", count > 0);
        if (count > 0) {
            topic.putNull("goneBy").put("why", DICTIONARIES);
            isBounded = false;
        }
    }

    /** Adds a place that the command cannot look into. */
    public void other(String place, String advice) {
        places.addObject().put("place", place).put("advice", advice);
    }

    /** Whether it is known of all values when they are gone. */
    public boolean isBounded() {
        return isBounded;
    }

    /** Writes the report. */
    public void write(OutputStream out) throws IOException {
        out.write((JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n")
                .getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
