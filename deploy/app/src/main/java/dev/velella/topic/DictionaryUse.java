package dev.velella.topic;

import dev.velella.dictionary.Dictionary;
import dev.velella.failure.UserException;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.log.LogException;
import dev.velella.log.Span;
import dev.velella.log.TopicAccess;
import dev.velella.log.TopicReader;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import dev.velella.record.VelellaHeader;
import dev.velella.record.dictionary.TopicDictionarySource;
import dev.velella.record.dictionary.TopicDictionaryStore;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The dictionaries that the records of a topic name: which of them are in the topic of dictionaries, and which are missing.
 * It can bring missing ones back from records that carry them, and from copies of the topic. Reads headers only; decodes
 * nothing. It never deletes a dictionary. Not thread-safe.
 */
public final class DictionaryUse {
    private final TopicQuery query;
    private final List<String> copies;
    private final boolean restores;

    /** The records that name each dictionary, by the partition. */
    private final Map<Long, Map<Integer, Range>> uses = new TreeMap<>();

    /** Dictionaries that stand in front of the rows of records. */
    private final Map<Long, Dictionary> carried = new HashMap<>();

    /** Records of one partition that name a dictionary. */
    private record Range(long count, long first, long last) {
        Range with(long offset) {
            return new Range(count + 1, first, offset);
        }
    }

    /**
     * @param copies topics that may have the dictionaries too
     * @param restores whether missing dictionaries are written
     */
    public DictionaryUse(TopicQuery query, List<String> copies, boolean restores) {
        this.query = query;
        this.copies = List.copyOf(copies);
        this.restores = restores;
    }

    /**
     * Reads the topic, and writes a line for each dictionary and one for all.
     *
     * @throws UserException if dictionaries are missing at the end, or one cannot be written
     */
    public void run(TopicSession session) throws IOException {
        for (Span span : session.spans()) {
            session.reader().read(span, new TopicReader.Records() {
                @Override
                public void record(ConsumerRecord<byte[], byte[]> record) {
                    take(record);
                }

                @Override
                public void deleted(int partition, long from, long to) {
                    throw new LogException("partition " + partition + ": the offsets " + from + " to " + (to - 1)
                            + " were deleted before they were read; try again");
                }
            });
        }
        if (session.reader().isStopped()) {
            throw new UserException("interrupted");
        }
        long missing = report(session.out());
        session.out().write(uses.size() + " dictionaries, missing: " + missing + "\n");
        session.out().flush();
        if (missing > 0) {
            throw new UserException("records of topic " + query.access().topic() + " cannot be read, because "
                    + missing + " of their dictionaries are missing in topic " + query.dictionariesTopic() + ". "
                    + (restores
                            ? "Neither the records nor the topics of --from have them"
                            : "--restore writes those that records carry, or that topics of --from have"));
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        VelellaHeader header;
        try {
            header = RecordHeaderReader.velella(record.headers());
        } catch (UnreadableRecordException e) {
            return; // it names no dictionary that can be known
        }
        VelellaHeader.Base base = header == null ? null : header.dictionary();
        byte[] value = record.value();
        if (base == null || value == null) {
            return;
        }
        if (base.carried() > 0) {
            carry(base, value);
            return;
        }
        uses.computeIfAbsent(base.name(), unknown -> new TreeMap<>())
                .merge(
                        record.partition(),
                        new Range(1, record.offset(), record.offset()),
                        (before, one) -> before.with(one.last));
    }

    private void carry(VelellaHeader.Base base, byte[] value) {
        if (base.carried() > value.length) {
            return;
        }
        try {
            Dictionary dictionary = Dictionary.of(Arrays.copyOf(value, base.carried()));
            if (dictionary.name() == base.name()) {
                carried.put(base.name(), dictionary);
            }
        } catch (MalformedJellyException e) {
            return; // the record is damaged
        }
    }

    private long report(Writer out) throws IOException {
        TopicAccess access = query.access();
        long missing = 0;
        TopicDictionaryStore store = new TopicDictionaryStore(
                TopicDictionaryStore.access(access.consumerConfig()), query.dictionariesTopic(), "--dry-run");
        try (TopicDictionarySource there =
                new TopicDictionarySource(access.consumerConfig(), query.dictionariesTopic())) {
            for (Map.Entry<Long, Map<Integer, Range>> use : uses.entrySet()) {
                long name = use.getKey();
                String state = "there";
                if (there.find(name) == null) {
                    Dictionary found = restores ? found(name) : null;
                    if (found == null) {
                        missing++;
                        state = "missing";
                    } else {
                        Optional<String> problem = store.put(found);
                        if (problem.isPresent()) {
                            throw new UserException(problem.get());
                        }
                        state = "restored";
                    }
                }
                out.write(Dictionary.text(name) + " " + state + ":");
                for (Map.Entry<Integer, Range> range : use.getValue().entrySet()) {
                    Range records = range.getValue();
                    out.write(" " + access.topic() + "-" + range.getKey() + "@" + records.first + ".." + records.last
                            + " (" + records.count + " records)");
                }
                out.write("\n");
            }
        }
        return missing;
    }

    private @Nullable Dictionary found(long name) {
        Dictionary found = carried.get(name);
        for (String copy : copies) {
            if (found == null) {
                try (TopicDictionarySource source =
                        new TopicDictionarySource(query.access().consumerConfig(), copy)) {
                    found = source.find(name);
                }
            }
        }
        return found;
    }
}
