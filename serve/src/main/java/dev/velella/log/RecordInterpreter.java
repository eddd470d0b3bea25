package dev.velella.log;

import dev.velella.dictionary.DictionaryUnavailableException;
import dev.velella.frame.FrameResult;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.record.MissingDictionaryException;
import dev.velella.record.RecordDecoder;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Decodes the records of a topic. A problem of a record is an outcome, never an exception. Not thread-safe. */
public final class RecordInterpreter {
    private final RecordDecoder decoder;

    /** @param decoder keeps the state of the streams; no other object may use it */
    public RecordInterpreter(RecordDecoder decoder) {
        this.decoder = decoder;
    }

    /**
     * Decodes a record.
     *
     * @throws org.apache.kafka.common.KafkaException if look-back cannot read the topic
     */
    public Reading read(ConsumerRecord<byte[], byte[]> record) {
        boolean isStateful = false;
        try {
            isStateful = RecordHeaderReader.isStateful(record.headers());
            return new Reading(record, isStateful, outcome(record));
        } catch (MissingDictionaryException e) {
            String reason = e.getMessage() + ". The record may be right: " + MissingDictionaryException.ADVICE;
            return new Reading(record, isStateful, new Reading.Unavailable(reason, true));
        } catch (DictionaryUnavailableException e) {
            return new Reading(record, isStateful, new Reading.Unavailable(String.valueOf(e.getMessage()), false));
        } catch (MalformedJellyException | UnreadableRecordException e) {
            return new Reading(record, isStateful, new Reading.Unreadable(String.valueOf(e.getMessage())));
        }
    }

    private Reading.Outcome outcome(ConsumerRecord<byte[], byte[]> record) {
        byte[] value = record.value();
        if (value == null) {
            return new Reading.Tombstone();
        }
        FrameResult result =
                decoder.decode(record.topic(), record.partition(), record.offset(), record.headers(), value);
        if (result instanceof FrameResult.Decoded decoded) {
            return new Reading.Data(decoded);
        }
        FrameResult.MissingState state = (FrameResult.MissingState) result;
        String search =
                decoder.lastLookBack().map(found -> "; " + found.message()).orElse("");
        return new Reading.Missing(state, state.message() + search);
    }
}
