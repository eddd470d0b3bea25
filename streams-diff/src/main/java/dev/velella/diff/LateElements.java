package dev.velella.diff;

import dev.velella.rdf.RdfGraph;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Does with the late elements of one task what {@link LatePolicy} says, and counts them. Not thread-safe. */
final class LateElements {
    /** What the headers of a late element begin with. */
    static final String PREFIX = "velella.late.";

    static final String TOPIC = PREFIX + "topic";
    static final String PARTITION = PREFIX + "partition";
    static final String OFFSET = PREFIX + "offset";
    static final String LAST_TIME = PREFIX + "last.time";

    private final LatePolicy policy;
    private final AsideCopies copies;
    private final ProcessorContext<byte[], RoutedFrame> context;
    private final DiffMetrics metrics;

    LateElements(
            LatePolicy policy, AsideCopies copies, ProcessorContext<byte[], RoutedFrame> context, DiffMetrics metrics) {
        this.policy = policy;
        this.copies = copies;
        this.context = context;
        this.metrics = metrics;
    }

    /** Leaves a late element out of the diff. */
    void putAside(Record<byte[], byte[]> record, RecordPlace place, RdfGraph graph, long lastTime) {
        metrics.late();
        if (policy == LatePolicy.TOPIC) {
            AsideCopies.Copy copy = copies.copy(record, graph)
                    .with(TOPIC, place.topic())
                    .with(PARTITION, Integer.toString(place.partition()))
                    .with(OFFSET, Long.toString(place.offset()))
                    .with(LAST_TIME, Long.toString(lastTime));
            context.forward(copy.record(), DiffTopology.LATE);
        }
    }
}
