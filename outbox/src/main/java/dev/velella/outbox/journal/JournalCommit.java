package dev.velella.outbox.journal;

import dev.velella.capture.CommittedPart;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One commit as the journal has it. Its frames are not copied.
 *
 * @param number number of the commit, from 1
 * @param time of the commit, in ms since 1970
 * @param before hash of the repository before it
 * @param after hash of the repository after it
 * @param frames self-contained Jelly-Patch frames, one after the other
 */
public record JournalCommit(long number, long time, long before, long after, List<byte[]> frames) {
    private static final int HEAD = 4 * Long.BYTES + Integer.BYTES;

    /** The commit as its parts. */
    public List<CommittedPart> parts() {
        List<CommittedPart> parts = new ArrayList<>(frames.size());
        for (byte[] frame : frames) {
            parts.add(new CommittedPart(number, parts.size() + 1, frames.size(), time, before, after, frame));
        }
        return parts;
    }

    byte[] toBytes() {
        int size = HEAD;
        for (byte[] frame : frames) {
            size = Math.addExact(size, Integer.BYTES + frame.length);
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        out.putLong(number).putLong(time).putLong(before).putLong(after).putInt(frames.size());
        frames.forEach(frame -> out.putInt(frame.length).put(frame));
        return out.array();
    }

    static JournalCommit read(ByteBuffer in) {
        long number = in.getLong();
        long time = in.getLong();
        long before = in.getLong();
        long after = in.getLong();
        int count = in.getInt();
        List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] frame = new byte[in.getInt()];
            in.get(frame);
            frames.add(frame);
        }
        return new JournalCommit(number, time, before, after, frames);
    }
}
