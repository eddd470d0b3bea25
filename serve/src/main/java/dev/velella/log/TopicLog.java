package dev.velella.log;

import dev.velella.record.LookBack;
import dev.velella.record.RecordDecoder;
import dev.velella.record.dictionary.TopicDictionarySource;
import java.io.IOException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A topic that is read and decoded: the reader of its partitions, and the interpreter of its records with all that it
 * needs, look-back and dictionaries. Owns their consumers, and closes them. One thread uses it; any thread may call
 * {@link TopicReader#stop}.
 */
public final class TopicLog implements AutoCloseable {
    private final LookBack lookBack;
    private final TopicDictionarySource dictionaries;
    private final TopicReader reader;
    private final RecordInterpreter interpreter;

    /** Receives the records of a topic in the order of their offsets. */
    public interface Records {
        /** Takes the next record. */
        void record(LogRecord record) throws IOException;
    }

    /**
     * Opens the clients. Sends no request to a broker yet.
     *
     * @param dictionariesTopic topic of the dictionaries on which records build
     * @param mostRecords most records that are handed on
     * @throws org.apache.kafka.common.KafkaException if the properties of the client do not work
     */
    public TopicLog(TopicAccess access, String dictionariesTopic, DecodingLimits limits, long mostRecords) {
        reader = new TopicReader(access, mostRecords);
        lookBack = new LookBack(access.consumerConfig(), limits.lookBack());
        dictionaries = new TopicDictionarySource(access.consumerConfig(), dictionariesTopic);
        interpreter =
                new RecordInterpreter(new RecordDecoder(limits.frames(), limits.streams(), lookBack, dictionaries));
    }

    /** The reader of the partitions. */
    public TopicReader reader() {
        return reader;
    }

    /** The interpreter of the records. */
    public RecordInterpreter interpreter() {
        return interpreter;
    }

    /**
     * Decodes a record.
     *
     * @throws LogException if it cannot be decoded, or retention or a loss has taken what it builds on
     */
    public LogRecord decode(ConsumerRecord<byte[], byte[]> record) {
        return LogRecord.of(interpreter.read(record));
    }

    /**
     * Reads a part of a partition, and decodes each record.
     *
     * @throws LogException if a record cannot be decoded, records were deleted meanwhile, or the reader was stopped
     */
    public void read(Span span, Records records) throws IOException {
        reader.read(span, new TopicReader.Records() {
            @Override
            public void record(ConsumerRecord<byte[], byte[]> record) throws IOException {
                records.record(decode(record));
            }

            @Override
            public void deleted(int partition, long from, long to) {
                throw new LogException("partition " + partition + ": retention deleted the offsets " + from + " to "
                        + (to - 1) + " before they were read; try again");
            }
        });
        if (reader.isStopped()) {
            throw new LogException("interrupted");
        }
    }

    @Override
    public void close() {
        reader.close();
        dictionaries.close();
        lookBack.close();
    }
}
