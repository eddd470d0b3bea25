package dev.velella.edge;

import dev.velella.jelly.format.TableSizes;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a stream from a device. Immutable.
 *
 * @param form contents of messages
 * @param dictionaryFile the file in which the device keeps its dictionary from start to start; null if it keeps none, and
 *     makes a dictionary at each start. Each topic needs a file of its own
 * @param dictionaryExpiry how long the broker keeps a dictionary that is no longer published, at least a second; longer
 *     than a message may wait at the broker for its receiver
 * @param sizes sizes of the lookup tables, which the receiver keeps for every stream
 * @param rdfStar whether quoted triples may occur
 * @param topicPrefix beginning of the topics of dictionaries; the same as the receiver's
 */
public record EdgeSettings(
        EdgeForm form,
        @Nullable Path dictionaryFile,
        Duration dictionaryExpiry,
        TableSizes sizes,
        boolean rdfStar,
        String topicPrefix) {
    /** Whole graphs, without a file for the dictionary, which the broker keeps for 30 days. */
    public static final EdgeSettings DEFAULT = new EdgeSettings(
            EdgeForm.GRAPHS, null, Duration.ofDays(30), TableSizes.BIG, false, EdgeTopics.DEFAULT_PREFIX);

    public EdgeSettings {
        if (dictionaryExpiry.toSeconds() < 1 || dictionaryExpiry.toSeconds() > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException(
                    "a broker keeps a dictionary for 1 to 4294967295 seconds, not for " + dictionaryExpiry);
        }
    }

    /** These settings with another form of messages. */
    public EdgeSettings withForm(EdgeForm other) {
        return new EdgeSettings(other, dictionaryFile, dictionaryExpiry, sizes, rdfStar, topicPrefix);
    }

    /** These settings with a file for the dictionary. */
    public EdgeSettings withDictionaryFile(Path file) {
        return new EdgeSettings(form, file, dictionaryExpiry, sizes, rdfStar, topicPrefix);
    }

    /** These settings with another time for which the broker keeps a dictionary. */
    public EdgeSettings withDictionaryExpiry(Duration expiry) {
        return new EdgeSettings(form, dictionaryFile, expiry, sizes, rdfStar, topicPrefix);
    }
}
