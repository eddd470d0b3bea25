package dev.velella.record.dictionary;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionarySource;
import dev.velella.dictionary.DictionaryUnavailableException;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.kit.retry.LogAllowance;
import dev.velella.kit.secret.ClientErrors;
import dev.velella.record.MinuteRate;
import dev.velella.record.partition.LookBackLimits;
import dev.velella.record.partition.PartitionReader;
import dev.velella.record.partition.PartitionReader.Bounds;
import dev.velella.record.partition.ReadBudget;
import java.io.Closeable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds dictionaries in their topic. A name that is not known yet makes this object read the topic from where it stopped
 * to its end. The hash of every dictionary is computed: a record whose key is not the hash of its value is left out.
 *
 * <p>Holds at most 64 MiB of dictionaries. If there are more, those used longest ago are dropped, and read again when
 * they are needed. A mirrored record can come before its dictionary. Therefore this object waits up to {@value
 * #AWAIT_MS} ms for a name that is not there, but at most once a minute, so that forged names cannot keep the reader
 * busy. Not thread-safe.
 */
public final class TopicDictionarySource implements DictionarySource, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicDictionarySource.class);

    /** Longest time of one reading. */
    private static final int PATIENCE_MS = 10_000;

    private static final int AWAIT_MS = 5_000;
    private static final int LOOKS_A_MINUTE = 600;
    private static final long MOST_BYTES = 64L << 20;
    private static final int DIGEST_BYTES = 32;
    private static final long NOT_READ = -1;

    private static final LookBackLimits LIMITS =
            new LookBackLimits(Long.MAX_VALUE, Long.MAX_VALUE, PATIENCE_MS, LOOKS_A_MINUTE);

    private final PartitionReader reader;
    private final TopicPartition place;
    private final MinuteRate looks = new MinuteRate(LOOKS_A_MINUTE, System::nanoTime);
    private final MinuteRate waits = new MinuteRate(1, System::nanoTime);
    private final LogAllowance warnings = LogAllowance.tenAMinute(LOG);

    /** By name, the dictionary used longest ago first. */
    private final Map<Long, Dictionary> dictionaries = new LinkedHashMap<>(16, 0.75f, true);

    /** Names that two different dictionaries have. */
    private final Set<Long> ambiguous = new HashSet<>();

    private long bytes;

    /** Offset up to which the topic was read. */
    private long read = NOT_READ;

    /** Whether dictionaries were dropped, so that a name that is not known may be before {@link #read}. */
    private boolean hasDropped;

    /**
     * A source that has read nothing yet.
     *
     * @param clientConfig of the client that reads the topic: servers and security, as for
     *     {@link dev.velella.record.LookBack LookBack}
     */
    public TopicDictionarySource(Map<String, ?> clientConfig, String topic) {
        Map<String, Object> config = new HashMap<>(clientConfig);
        // Dictionaries are never written in a transaction.
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        reader = new PartitionReader(config);
        place = new TopicPartition(topic, 0);
    }

    @Override
    public @Nullable Dictionary find(long name) {
        Dictionary known = dictionaries.get(name);
        if (known != null || ambiguous.contains(name) || !looks.tryPass()) {
            return known;
        }
        try {
            Dictionary found = look(name);
            if (found == null && !ambiguous.contains(name) && waits.tryPass()) {
                read = NOT_READ; // a topic that was made anew may be as long as the old one was
                return await(name);
            }
            return found;
        } catch (InterruptException e) {
            reader.discard();
            throw new DictionaryUnavailableException("interrupted while reading topic " + place.topic(), e);
        } catch (KafkaException e) {
            reader.discard();
            throw new DictionaryUnavailableException(
                    "the dictionaries of topic " + place.topic() + " cannot be read: " + ClientErrors.describe(e), e);
        }
    }

    private @Nullable Dictionary await(long name) {
        long begin = System.nanoTime();
        Dictionary found = null;
        while (found == null && System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(AWAIT_MS)) {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
            found = look(name);
        }
        return found;
    }

    /** Reads the topic to its end once. */
    private @Nullable Dictionary look(long name) {
        ReadBudget budget = new ReadBudget(LIMITS, System::nanoTime);
        Bounds bounds;
        try {
            bounds = reader.bounds(place, budget);
        } catch (UnknownTopicOrPartitionException e) {
            return null;
        }
        boolean isAll = hasDropped || bounds.end() < read;
        long from = isAll ? bounds.begin() : Math.max(read, bounds.begin());
        if (from < bounds.end()) {
            Dictionary[] wanted = new Dictionary[1];
            PartitionReader.End end = reader.read(place, from, bounds.end(), budget, record -> {
                Dictionary dictionary = dictionary(record);
                if (dictionary != null) {
                    keep(dictionary);
                    wanted[0] = dictionary.name() == name ? dictionary : wanted[0];
                }
            });
            if (end == PartitionReader.End.READ) {
                read = bounds.end();
            }
            if (wanted[0] != null && !ambiguous.contains(name)) {
                return wanted[0];
            }
        }
        return dictionaries.get(name);
    }

    private @Nullable Dictionary dictionary(ConsumerRecord<byte[], byte[]> record) {
        byte[] key = record.key();
        byte[] value = record.value();
        if (value == null || key == null || key.length != DIGEST_BYTES) {
            warn(record, "it has no value, or its key has not 32 bytes");
            return null;
        }
        if (!Arrays.equals(Dictionary.digest(value), key)) {
            warn(record, "its key is not the SHA-256 of its value");
            return null;
        }
        try {
            return Dictionary.of(value);
        } catch (MalformedJellyException e) {
            warn(record, "it is not a Jelly frame: " + e.getMessage());
            return null;
        }
    }

    private void warn(ConsumerRecord<byte[], byte[]> record, String reason) {
        warnings.warn("Left out: " + place + "@" + record.offset() + " is no dictionary: " + reason);
    }

    private void keep(Dictionary dictionary) {
        Dictionary other = dictionaries.get(dictionary.name());
        if (other != null && !other.equals(dictionary)) {
            ambiguous.add(dictionary.name());
            dictionaries.remove(dictionary.name());
            bytes -= other.size();
            warnings.warn("Topic " + place.topic() + " has two dictionaries of the name "
                    + Dictionary.text(dictionary.name()) + ": one of them is forged. Records that name it are refused");
        } else if (other == null && !ambiguous.contains(dictionary.name())) {
            dictionaries.put(dictionary.name(), dictionary);
            bytes += dictionary.size();
            while (bytes > MOST_BYTES && dictionaries.size() > 1) {
                Dictionary eldest = dictionaries.values().iterator().next();
                dictionaries.remove(eldest.name());
                bytes -= eldest.size();
                hasDropped = true;
            }
        }
    }

    /** For messages. */
    @Override
    public String toString() {
        return "topic " + place.topic() + " (" + DictionaryOptions.TOPIC.name()
                + "), or is not looked for, because more than " + LOOKS_A_MINUTE
                + " names that are not there came in this minute. The topic must be the one that the writer uses, or a whole"
                + " copy of it if the records are a copy";
    }

    @Override
    public void close() {
        reader.close();
    }
}
