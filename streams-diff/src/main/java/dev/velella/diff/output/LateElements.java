package dev.velella.diff.output;

import dev.velella.diff.DiffMetrics;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.element.RefusedElementException;
import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.LatePolicy;
import dev.velella.kit.retry.LogAllowance;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.StreamElement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the late elements of one task as {@link LatePolicy} says, and counts them. The log names one of them every ten
 * seconds, and the number of those between. Not thread-safe.
 */
public final class LateElements {
    /** Prefix of the headers that are added to a late element. */
    static final String PREFIX = "velella.late.";

    static final String TOPIC = PREFIX + "topic";
    static final String PARTITION = PREFIX + "partition";
    static final String OFFSET = PREFIX + "offset";
    static final String LAST_TIME = PREFIX + "last.time";

    private static final Logger LOG = LoggerFactory.getLogger(LateElements.class);

    private final LatePolicy policy;
    private final AsideCopies copies;
    private final ProcessorContext<byte[], RoutedFrame> context;
    private final DiffMetrics metrics;
    private final LogAllowance warnings;

    public LateElements(
            LatePolicy policy, AsideCopies copies, ProcessorContext<byte[], RoutedFrame> context, DiffMetrics metrics) {
        this.policy = policy;
        this.copies = copies;
        this.context = context;
        this.metrics = metrics;
        warnings = LogAllowance.everyTenSeconds(LOG, context::currentSystemTimeMs);
    }

    /**
     * Leaves a late element out of the diff.
     *
     * @param stream key of its stream
     * @param why why it is late, as a sentence about it
     * @throws RefusedElementException if the element must be written and is larger than the producer can send; nothing
     *     is done then
     */
    public void putAside(
            Record<byte[], byte[]> record,
            RecordPlace place,
            String stream,
            @Nullable StreamElement element,
            long lastTime,
            String why) {
        if (policy == LatePolicy.TOPIC) {
            Map<String, String> headers = new LinkedHashMap<>();
            headers.put(TOPIC, place.topic());
            headers.put(PARTITION, Integer.toString(place.partition()));
            headers.put(OFFSET, Long.toString(place.offset()));
            headers.put(LAST_TIME, Long.toString(lastTime));
            AsideCopies.Copy copy = copies.copy(record, element, headers);
            if (copy.isCut()) {
                throw new RefusedElementException(
                        RefusalReason.UNWRITABLE,
                        "the element is late, and larger than a record that the app sends ("
                                + DiffConfig.PRODUCER_MAX_REQUEST_SIZE + ")");
            }
            context.forward(copy.record(), SinkNames.LATE);
        }
        metrics.late();
        warnings.warn("Late, and " + (policy == LatePolicy.TOPIC ? "put aside" : "left out")
                + " (velella.late): stream " + ErrorText.name(stream) + ", " + place + ": " + why);
    }
}
