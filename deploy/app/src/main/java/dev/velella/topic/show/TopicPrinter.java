package dev.velella.topic.show;

import dev.velella.log.RecordInterpreter;
import dev.velella.log.TopicReader;
import dev.velella.topic.Finding;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Writes the records of a topic as they are read, and counts the records that could not be decoded. Not thread-safe.
 */
public final class TopicPrinter implements TopicReader.Records {
    private final RecordInterpreter interpreter;
    private final RecordWriter writer;
    private final AtomicLong undecoded;

    /** @param undecoded counter of the records that were written without data, except tombstones */
    public TopicPrinter(RecordInterpreter interpreter, RecordWriter writer, AtomicLong undecoded) {
        this.interpreter = interpreter;
        this.writer = writer;
        this.undecoded = undecoded;
    }

    @Override
    public void record(ConsumerRecord<byte[], byte[]> record) throws IOException {
        if (!writer.write(interpreter.read(record))) {
            undecoded.incrementAndGet();
        }
    }

    @Override
    public void waiting() throws IOException {
        writer.flush();
    }

    @Override
    public void deleted(int partition, long from, long to) throws IOException {
        writer.note(new Finding.Deleted(partition, to, from));
    }
}
