package dev.velella.source.input;

import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.jspecify.annotations.Nullable;

/**
 * One element of an input, ready to become a record: all parts that do not depend on earlier records. Belongs to one
 * thread at a time; the record takes over the headers.
 *
 * @param key identity of its stream
 * @param eventTimeMs time of the observation, in ms since 1970; null if the element has none
 * @param value its graph or patch, as {@link dev.velella.converter.struct.RdfStructs} makes it; null if the stream is deleted
 * @param headers headers of its record
 * @param statements number of its statements; 0 if they do not matter
 * @param bytes its estimated bytes in memory; 0 if they do not matter
 * @param isChecked whether it is known that the converter and the producer accept the record
 */
public record SourceElement(
        String key,
        @Nullable Long eventTimeMs,
        @Nullable Struct value,
        ConnectHeaders headers,
        long statements,
        long bytes,
        boolean isChecked) {

    /** An element whose record is not checked yet. */
    public SourceElement(String key, @Nullable Long eventTimeMs, @Nullable Struct value) {
        this(key, eventTimeMs, value, new ConnectHeaders(), 0, 0, false);
    }

    /** The same element with a header more. */
    public SourceElement with(String header, String text) {
        headers.addString(header, text);
        return this;
    }
}
