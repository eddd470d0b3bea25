package dev.velella.diff.output;

import dev.velella.diff.DiffMetrics;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.element.RefusedElementException;
import dev.velella.diff.element.RejectedRecordException;
import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.options.ErrorPolicy;
import dev.velella.graph.UnfitElementException;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.kit.options.Spelling;
import dev.velella.kit.retry.LogAllowance;
import dev.velella.letter.LetterHeaders;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.StreamElement;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the records of one task that cannot be taken, as {@link ErrorPolicy} says. A refused record has changed
 * nothing. A dead letter is part of the transaction that commits the offset of its record. Every refused record is
 * counted. The log names one record every ten seconds, and the number of records between. Not thread-safe.
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
     * @param element the decoded element of the record; null if it was not decoded or the record has no value
     * @throws RejectedRecordException if the app has to stop at the record
     */
    public void refuse(
            Record<byte[], byte[]> record, RecordPlace place, @Nullable StreamElement element, RuntimeException why) {
        switch (policy) {
            case FAIL -> throw new RejectedRecordException(place.toString(), why);
            case SKIP -> {
                metrics.skipped();
                warnings.warn("Left out: " + place + ": " + why.getMessage());
            }
            case DEAD_LETTER -> {
                context.forward(letter(record, place, element, why), SinkNames.DEAD_LETTERS);
                metrics.deadLetter();
                warnings.warn("Put into the dead-letter topic: " + place + ": " + why.getMessage());
            }
        }
    }

    private Record<byte[], RoutedFrame> letter(
            Record<byte[], byte[]> record, RecordPlace place, @Nullable StreamElement element, RuntimeException why) {
        Header jelly = record.headers().lastHeader(RecordHeaderNames.JELLY);
        Map<String, String> headers =
                LetterHeaders.of(place.topic(), place.partition(), place.offset(), reason(why), why);
        headers.put(LetterHeaders.APPLICATION_ID, context.applicationId());
        headers.put(LetterHeaders.TIMESTAMP, Long.toString(record.timestamp()));
        if (jelly != null && jelly.value() != null) {
            headers.put(LetterHeaders.JELLY, ErrorText.message(new String(jelly.value(), StandardCharsets.ISO_8859_1)));
        }
        AsideCopies.Copy copy = copies.copy(record, element, headers);
        copy.with(LetterHeaders.VALUE, Spelling.of(copy.value()));
        return copy.record().withTimestamp(context.currentSystemTimeMs());
    }

    /**
     * The reason for a refusal. If a frame cannot be read, its exception names the position of a byte; if a frame
     * cannot be written, its exception names none.
     */
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
