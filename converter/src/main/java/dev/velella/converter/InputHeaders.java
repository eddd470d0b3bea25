package dev.velella.converter;

import dev.velella.keyframe.PartitionStamp;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Takes from the headers of a record what a source tells its encoder, and what a source may not say itself: the stamp, the
 * media type, the place in a stream. None of them is sent as it came.
 *
 * <p>Remembers what it took from the last record: one that is converted once more with the same headers object, where the
 * framework tries again, has its stamp again. Not thread-safe.
 */
final class InputHeaders {
    private @Nullable Headers lastHeaders;
    private Taken lastTaken = Taken.NOTHING;

    /**
     * What a source said.
     *
     * @param stamp text of the stamp; null where there is none
     * @param mediaType in lower case, without parameters; null where there is none
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Taken(byte @Nullable [] stamp, @Nullable String mediaType) {
        static final Taken NOTHING = new Taken(null, null);

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
            return stamp == null && (mediaType == null || RecordHeaderNames.kindOf(mediaType) != null);
        }
    }

    /** Removes the headers and says what they held. */
    Taken take(Headers headers) {
        List<String> names = new ArrayList<>(3);
        byte[] stamp = null;
        boolean typed = false;
        for (Header header : headers) {
            String name = header.key();
            if (name.equals(RecordHeaderNames.PARTITION_STAMP)) {
                stamp = header.value();
                names.add(name);
            } else if (name.equalsIgnoreCase(RecordHeaderNames.CONTENT_TYPE)) {
                typed = true;
                names.add(name);
            } else if (name.equals(RecordHeaderNames.JELLY)) {
                names.add(name);
            }
        }
        Taken taken = new Taken(stamp, typed ? RecordHeaderReader.mediaType(headers) : null);
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
