package dev.velella.diff.output;

import dev.velella.diff.DiffMetrics;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.element.RefusedElementException;
import dev.velella.diff.element.RejectedRecordException;
import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.options.ErrorPolicy;
import dev.velella.graph.UnfitElementException;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.letter.LetterHeaders;
import dev.velella.letter.RefusalReason;
import dev.velella.options.Spelling;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordHeaderNames;
import dev.velella.retry.LogAllowance;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does with the records of one task that cannot be taken what {@link ErrorPolicy} says. A refused record has changed
 * nothing; a dead letter is part of the transaction in which the record counts as read. Every one is counted; the log
 * names one every ten seconds and the number of those between. Not thread-safe.
 */
public final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    private final ErrorPolicy policy;
    private final AsideCopies copies;
    private final ProcessorContext<byte[], RoutedFrame> context;
    private final DiffMetrics metrics;
    private final LogAllowance warnings;

    public Refusals(
            ErrorPolicy policy,
            AsideCopies copies,
            ProcessorContext<byte[], RoutedFrame> context,
            DiffMetrics metrics) {
        this.policy = policy;
        this.copies = copies;
        this.context = context;
        this.metrics = metrics;
        warnings = LogAllowance.everyTenSeconds(LOG, context::currentSystemTimeMs);
    }

    /**
     * Refuses a record.
     *
     * @param graph what it was decoded to; null if it was not, or has no value
     * @throws RejectedRecordException if the app has to stop at it
     */
    public void refuse(
            Record<byte[], byte[]> record, RecordPlace place, @Nullable RdfGraph graph, RuntimeException why) {
        switch (policy) {
            case FAIL -> throw new RejectedRecordException(place.toString(), why);
            case SKIP -> {
                metrics.skipped();
                warnings.warn("Left out: " + place + ": " + why.getMessage());
            }
            case DEAD_LETTER -> {
                context.forward(letter(record, place, graph, why), SinkNames.DEAD_LETTERS);
                metrics.deadLetter();
                warnings.warn("Put into the dead-letter topic: " + place + ": " + why.getMessage());
            }
        }
    }

    private Record<byte[], RoutedFrame> letter(
            Record<byte[], byte[]> record, RecordPlace place, @Nullable RdfGraph graph, RuntimeException why) {
        Header jelly = record.headers().lastHeader(RecordHeaderNames.JELLY);
        Map<String, String> headers =
                LetterHeaders.of(place.topic(), place.partition(), place.offset(), reason(why), why);
        headers.put(LetterHeaders.APPLICATION_ID, context.applicationId());
        if (jelly != null && jelly.value() != null) {
            headers.put(LetterHeaders.JELLY, ErrorText.message(new String(jelly.value(), StandardCharsets.ISO_8859_1)));
        }
        AsideCopies.Copy copy = copies.copy(record, graph, headers);
        copy.with(LetterHeaders.VALUE, Spelling.of(copy.value()));
        return copy.record();
    }

    /** A frame that cannot be read names the byte in it; one that cannot be written has none. */
    private static RefusalReason reason(RuntimeException why) {
        if (why instanceof RefusedElementException refused) {
            return refused.kind();
        } else if (why instanceof UnfitElementException) {
            return RefusalReason.UNFIT;
        }
        boolean writing = why instanceof MalformedJellyException malformed && malformed.offset() < 0;
        return writing ? RefusalReason.UNWRITABLE : RefusalReason.UNDECODABLE;
    }
}
