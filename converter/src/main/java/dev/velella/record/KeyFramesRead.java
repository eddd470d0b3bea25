package dev.velella.record;

import dev.velella.keyframe.JellyHeader;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.header.Headers;

/**
 * Tells of the records of a partition, by their headers alone, whether the key frame on which they build was read before
 * them. Its memory is proportional to the number of codec streams. Not thread-safe.
 */
public final class KeyFramesRead {
    /** By codec stream: number of its first record. */
    private final Map<Long, Long> first = new HashMap<>();

    /**
     * Notes the next record.
     *
     * @return false if its key frame was not among the records; true also for a record that builds on no other, or has a
     *     malformed header, which whoever decodes it says
     */
    public boolean read(Headers headers) {
        JellyHeader header;
        try {
            header = RecordHeaderReader.jelly(headers);
        } catch (UnreadableRecordException e) {
            return true;
        }
        if (header == null) {
            return true;
        }
        first.putIfAbsent(header.stream(), header.seq());
        return header.seq() - header.dist() >= first.getOrDefault(header.stream(), 0L);
    }

    /** Forgets all records: another partition begins. */
    public void clear() {
        first.clear();
    }
}
