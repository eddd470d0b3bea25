package dev.velella.edge;

import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.JellyHeader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The latest frames that were sent, up to a number of bytes. Not thread-safe. */
final class RetainedFrames {
    /** Bytes that a frame takes besides its value, approximately. */
    private static final int FRAME_BYTES = 120;

    private final long most;
    private final Deque<EncodedFrame> frames = new ArrayDeque<>();
    private long bytes;

    /** @param most bytes */
    RetainedFrames(long most) {
        this.most = most;
    }

    void add(EncodedFrame frame) {
        frames.add(frame);
        bytes += weight(frame);
        while (bytes > most) {
            bytes -= weight(frames.remove());
        }
    }

    private static long weight(EncodedFrame frame) {
        return (long) frame.value().length + FRAME_BYTES;
    }

    /**
     * The answer to a request: frames that were sent before the frame that came. It begins with the first missing
     * frame, or, if the receiver has no state, with the key frame that this frame needs. If this key frame is gone, it
     * begins with the oldest key frame that is left. It has as many frames as fit into an answer, but at least one; it
     * is empty if there are none.
     */
    List<EncodedFrame> answer(EdgeRequest request, int answerBytes) {
        JellyHeader start = start(request);
        List<EncodedFrame> answer = new ArrayList<>();
        long size = 0;
        for (EncodedFrame frame : frames) {
            if (start != null
                    && isBefore(request, frame.header())
                    && frame.header().seq() >= start.seq()) {
                size += frame.value().length;
                if (size > answerBytes && !answer.isEmpty()) {
                    break;
                }
                answer.add(frame);
            }
        }
        return answer;
    }

    private @Nullable JellyHeader start(EdgeRequest request) {
        JellyHeader start = null;
        for (EncodedFrame frame : frames) {
            JellyHeader header = frame.header();
            if (!isBefore(request, header)) {
                continue;
            }
            if (request.stateKept() && header.seq() == request.from()) {
                return header;
            }
            if (header.isKeyFrame() && (start == null || header.seq() <= request.from())) {
                start = header;
            }
        }
        return start;
    }

    private static boolean isBefore(EdgeRequest request, JellyHeader header) {
        JellyHeader came = request.came();
        return header.stream() == came.stream() && header.kind() == came.kind() && header.seq() < came.seq();
    }
}
