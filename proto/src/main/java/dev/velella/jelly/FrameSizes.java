package dev.velella.jelly;

import java.util.Map;
import java.util.TreeMap;

/** Statistics of frame sizes. It counts frames by size, so that its memory does not grow with the number of frames. */
final class FrameSizes {
    private final TreeMap<Integer, Long> countBySize = new TreeMap<>();
    private long count;
    private long empty;
    private long bytes;

    void add(int size, boolean hasRows) {
        countBySize.merge(size, 1L, Long::sum);
        count++;
        empty += hasRows ? 0 : 1;
        bytes += size;
    }

    JellyStatistics.Frames statistics() {
        return count == 0
                ? new JellyStatistics.Frames(0, 0, 0, 0, 0, 0)
                : new JellyStatistics.Frames(
                        count, empty, bytes, countBySize.firstKey(), median(), countBySize.lastKey());
    }

    private int median() {
        long before = (count - 1) / 2;
        for (Map.Entry<Integer, Long> size : countBySize.entrySet()) {
            before -= size.getValue();
            if (before < 0) {
                return size.getKey();
            }
        }
        return countBySize.lastKey();
    }
}
