package dev.velella.document.budget;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The compressed bytes of a Zstandard file, which follows the borders of its frames (RFC 8878, section 3.1). Where the
 * bytes end within a frame, reading throws an {@link EOFException}. The library that unpacks them sees this only in the first
 * frame. Bytes that are no frame are for the library to judge. Not thread-safe.
 */
public final class ZstdFrames extends FilterInputStream {
    private static final int MAGIC = 0xFD2FB528;
    private static final int SKIPPABLE = 0x184D2A50;
    private static final int RUN_LENGTH = 1;
    private static final int[] DICTIONARY_BYTES = {0, 1, 2, 4};
    private static final int[] SIZE_BYTES = {0, 2, 4, 8};

    private Part part = Part.MAGIC_NUMBER;
    private long number;
    private int digits;
    private long passed;
    private boolean hasChecksum;

    /** The numbers that tell where a frame goes on. */
    private enum Part {
        MAGIC_NUMBER(4),
        SKIPPED_SIZE(4),
        DESCRIPTOR(1),
        BLOCK_HEADER(3),
        UNKNOWN(Integer.MAX_VALUE);

        private final int bytes;

        Part(int bytes) {
            this.bytes = bytes;
        }
    }

    /** @param in begins with a frame */
    public ZstdFrames(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int n = in.read(buffer, offset, length);
        if (n < 0) {
            boolean isBorder = part == Part.MAGIC_NUMBER && digits == 0 && passed == 0;
            if (!isBorder && part != Part.UNKNOWN) {
                throw new EOFException("the input ends within a frame of Zstandard");
            }
            return n;
        }
        follow(buffer, offset, offset + n);
        return n;
    }

    @Override
    public long skip(long n) throws IOException {
        return n <= 0 ? 0 : readNBytes((int) Math.min(n, 1 << 16)).length;
    }

    private void follow(byte[] buffer, int from, int end) {
        int at = from;
        while (at < end) {
            if (passed > 0) {
                int step = (int) Math.min(passed, end - at);
                passed -= step;
                at += step;
            } else if (part == Part.UNKNOWN) {
                return;
            } else {
                number |= (buffer[at] & 0xFFL) << (8 * digits);
                at++;
                digits++;
                if (digits == part.bytes) {
                    long whole = number;
                    number = 0;
                    digits = 0;
                    next(whole);
                }
            }
        }
    }

    /** Acts on a number that is whole. */
    private void next(long whole) {
        int value = (int) whole;
        switch (part) {
            case MAGIC_NUMBER ->
                part = value == MAGIC
                        ? Part.DESCRIPTOR
                        : (value & ~0xF) == SKIPPABLE ? Part.SKIPPED_SIZE : Part.UNKNOWN;
            case SKIPPED_SIZE -> {
                passed = whole;
                part = Part.MAGIC_NUMBER;
            }
            case DESCRIPTOR -> {
                boolean isSingleSegment = (value & 0x20) != 0;
                int size = value >> 6;
                hasChecksum = (value & 4) != 0;
                passed = (isSingleSegment ? 0L : 1L)
                        + DICTIONARY_BYTES[value & 3]
                        + (size == 0 && isSingleSegment ? 1 : SIZE_BYTES[size]);
                part = Part.BLOCK_HEADER;
            }
            case BLOCK_HEADER -> {
                boolean isLast = (value & 1) != 0;
                passed = ((value >> 1) & 3) == RUN_LENGTH ? 1 : value >> 3;
                if (isLast) {
                    passed += hasChecksum ? 4 : 0;
                    part = Part.MAGIC_NUMBER;
                }
            }
            default -> throw new IllegalStateException("no number is awaited");
        }
    }
}
