package dev.velella.converter;

import dev.velella.frame.MediaTypes;
import dev.velella.frame.PartitionStamp;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Removes three kinds of header from a record of a source, and returns the first two: the stamp, and the media type,
 * which both are for the encoder; and the frame's place in a stream, which a source may not set itself. The source's
 * versions of these headers are never sent.
 *
 * <p>Remembers the result for the last record. If Connect tries again, it converts the same record with the same
 * headers object. The stamp is no longer in this object. Therefore the record gets the remembered stamp. Not
 * thread-safe.
 */
final class InputHeaders {
    private @Nullable Headers lastHeaders;
    private Taken lastTaken = Taken.NOTHING;

    /**
     * The headers that a source has set.
     *
     * @param stamp text of the stamp; null if there is none
     * @param mediaType in lower case, without parameters; null if there is none
     * @param contentType as it is; null if there is none
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Taken(byte @Nullable [] stamp, @Nullable String mediaType, @Nullable String contentType) {
        static final Taken NOTHING = new Taken(null, null, null);

        /**
         * The stamp.
         *
         * @throws DataException if it has another form
         */
        @Nullable
        PartitionStamp partitionStamp() {
            try {
                return stamp == null ? null : PartitionStamp.parse(stamp);
            } catch (IllegalArgumentException e) {
                throw new DataException(e.getMessage(), e);
            }
        }

        private boolean isWhatWasLeft() {
            return stamp == null && (mediaType == null || MediaTypes.contains(mediaType));
        }
    }

    /** Time of the element in ms since 1970; null if no header tells it, or the header has another form. */
    static @Nullable Long eventTime(Headers headers) {
        try {
            OptionalLong time = RecordHeaderReader.eventTime(headers);
            return time.isPresent() ? time.getAsLong() : null;
        } catch (IllegalArgumentException | UnreadableRecordException e) {
            return null;
        }
    }

    /** Place of a patch in its stream; null if no header tells it, or the header has another form. */
    static @Nullable PatchPosition position(Headers headers) {
        try {
            String text = RecordHeaderReader.patch(headers);
            return text == null ? null : PatchPosition.parse(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Removes the headers and returns their contents. */
    Taken take(Headers headers) {
        List<String> names = new ArrayList<>(3);
        byte[] stamp = null;
        boolean typed = false;
        for (Header header : headers) {
            String name = header.key();
            if (name.equals(RecordHeaderNames.PARTITION_STAMP)) {
                stamp = header.value();
                names.add(name);
            } else if (RecordHeaderNames.isMediaType(name)) {
                typed = true;
                names.add(name);
            } else if (name.equals(RecordHeaderNames.JELLY) || name.equals(RecordHeaderNames.VELELLA)) {
                names.add(name);
            }
        }
        Taken taken = new Taken(
                stamp,
                typed ? RecordHeaderReader.contentType(headers) : null,
                typed ? RecordHeaderReader.wholeContentType(headers) : null);
        for (String name : names) {
            headers.remove(name);
        }
        if (headers != lastHeaders || !taken.isWhatWasLeft()) {
            lastHeaders = headers;
            lastTaken = taken;
        }
        return lastTaken;
    }
}
