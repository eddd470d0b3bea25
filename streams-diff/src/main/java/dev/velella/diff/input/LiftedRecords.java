package dev.velella.diff.input;

import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.element.RefusedElementException;
import dev.velella.diff.options.LiftSettings;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.LiftRecord;
import dev.velella.lift.Lifted;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.ErrorText;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Makes elements of records that are not Jelly, as the options say. A record that cannot be read is refused, unless the reason
 * may be outside of it, such as a schema registry that does not answer: then nothing is left out. Owns its converters. Not
 * thread-safe.
 */
public final class LiftedRecords implements RecordContents {
    private final LiftSettings settings;
    private final @Nullable Converter keys;
    private final @Nullable Converter values;

    public LiftedRecords(LiftSettings settings) {
        this.settings = settings;
        keys = settings.key().make();
        values = settings.value().make();
    }

    @Override
    public Content read(Record<byte[], byte[]> record, RecordPlace place, long nowMs) {
        Headers headers = record.headers();
        LiftRecord read = new LiftRecord(
                place.topic(),
                place.partition(),
                record.timestamp(),
                name -> text(headers.lastHeader(name)),
                converted(keys, "key", place, headers, record.key()),
                converted(values, "value", place, headers, record.value()),
                Instant.ofEpochMilli(nowMs));
        Lifted lifted;
        try {
            lifted = settings.of(place.topic()).lift(read);
        } catch (PayloadException e) {
            throw new RefusedElementException(e.kind(), String.valueOf(e.getMessage()), e);
        }
        return new Content(lifted.graph(), true, key(lifted, record, place), lifted.eventTime(), false);
    }

    private @Nullable String key(Lifted lifted, Record<byte[], byte[]> record, RecordPlace place) {
        return lifted.key() == null && settings.hasTopicInKeys()
                ? place.topic() + "/" + ElementReader.text(record.key())
                : lifted.key();
    }

    private static @Nullable String text(@Nullable Header header) {
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static SchemaAndValue converted(
            @Nullable Converter converter, String what, RecordPlace place, Headers headers, byte @Nullable [] bytes) {
        if (bytes == null || converter == null) {
            return new SchemaAndValue(null, bytes);
        }
        try {
            return converter.toConnectData(place.topic(), headers, bytes);
        } catch (ConfigException | InterruptException e) {
            throw e;
        } catch (RuntimeException e) {
            String reason =
                    "the " + what + " cannot be read by " + converter.getClass().getSimpleName() + ": " + causes(e);
            if (isOutside(e)) {
                StreamsException failure = new StreamsException(place + ": " + reason
                        + ". The record may be right, so the app leaves nothing out and tries again; if that fails too, it"
                        + " stops. Look after the server that the converter asks, such as a schema registry");
                failure.addSuppressed(e);
                throw failure;
            }
            throw new RefusedElementException(RefusalReason.UNDECODABLE, reason, e);
        }
    }

    /** Messages of converters mostly say only that they failed; the reason is in the causes. */
    private static String causes(Throwable e) {
        StringBuilder text = new StringBuilder();
        String last = "";
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            if (!last.contains(message)) {
                text.append(text.isEmpty() ? "" : ": ").append(message);
            }
            last = message;
        }
        return ErrorText.message(text.toString());
    }

    /**
     * Whether the network or a server is the reason. The clients of schema registries are not on the class path of this code;
     * they name the exception for an answer that refuses alike.
     */
    private static boolean isOutside(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof RetriableException
                    || cause instanceof org.apache.kafka.connect.errors.RetriableException
                    || cause instanceof InterruptedIOException
                    || cause.getClass().getName().startsWith("java.net.")
                    || cause.getClass().getName().startsWith("javax.net.ssl.")
                    || cause.getClass().getSimpleName().equals("RestClientException")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        close(keys);
        close(values);
    }

    private static void close(@Nullable Converter converter) {
        if (converter != null) {
            Utils.closeQuietly(converter, "converter");
        }
    }
}
