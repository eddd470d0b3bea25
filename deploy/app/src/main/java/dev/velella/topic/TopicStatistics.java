package dev.velella.topic;

import dev.velella.log.RecordInterpreter;
import dev.velella.log.Span;
import dev.velella.log.TopicAccess;
import dev.velella.log.TopicReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Statistics of a topic, partition by partition. Not thread-safe. */
public final class TopicStatistics {
    private static final int MOST_GAPS = 10_000;

    private final TopicAccess access;
    private final RecordInterpreter interpreter;
    private final long lookBackRecords;
    private final List<PartitionTally> partitions = new ArrayList<>();
    private final List<Finding.Lost> gaps = new ArrayList<>();
    private long gapCount;
    private boolean complete = true;

    /** @param lookBackRecords most records that look-back reads before a record */
    public TopicStatistics(TopicAccess access, RecordInterpreter interpreter, long lookBackRecords) {
        this.access = access;
        this.interpreter = interpreter;
        this.lookBackRecords = lookBackRecords;
    }

    /** Reads a part of a partition, and adds it to the statistics. */
    public void read(TopicReader reader, Span span) throws IOException {
        PartitionTally tally = new PartitionTally(span, lookBackRecords, this::found);
        partitions.add(tally);
        reader.read(span, new TopicReader.Records() {
            @Override
            public void record(ConsumerRecord<byte[], byte[]> record) {
                tally.add(interpreter.read(record));
            }

            @Override
            public void deleted(int partition, long from, long to) {
                tally.deleted(from, to);
            }
        });
        complete &= !reader.isStopped();
    }

    private void found(Finding finding) {
        if (finding instanceof Finding.Lost lost) {
            gapCount++;
            if (gaps.size() < MOST_GAPS) {
                gaps.add(lost);
            }
        }
    }

    /** The topic that is read. */
    public TopicAccess access() {
        return access;
    }

    /** The partitions so far. */
    public List<PartitionTally> partitions() {
        return Collections.unmodifiableList(partitions);
    }

    /** The counts of all partitions together. */
    public Counts total() {
        Counts total = new Counts();
        partitions.forEach(partition -> total.add(partition.counts()));
        return total;
    }

    /** Number of places where records are lost. */
    public long gapCount() {
        return gapCount;
    }

    /** The places where records are lost, at most {@value #MOST_GAPS}. */
    public List<Finding.Lost> gaps() {
        return Collections.unmodifiableList(gaps);
    }

    /** Whether everything was read; false if the reading was interrupted. */
    public boolean isComplete() {
        return complete;
    }
}
