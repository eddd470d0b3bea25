package dev.velella.sink.versions;

/** Whole numbers as bytes: the nearer to 0, the fewer. Used by one thread. */
final class Numbers {
    /** Maximum number of bytes of a number. */
    static final int MOST_BYTES = 10;

    private final byte[] bytes;
    private int at;

    /** Begins to read. */
    Numbers(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Writes a number at a place. Returns the place behind it. */
    static int put(byte[] bytes, int start, long number) {
        int place = start;
        long left = (number << 1) ^ (number >> 63);
        while ((left & ~0x7fL) != 0) {
            bytes[place++] = (byte) ((left & 0x7f) | 0x80);
            left >>>= 7;
        }
        bytes[place++] = (byte) left;
        return place;
    }

    /** Reads the next number. */
    long next() {
        long number = 0;
        int shift = 0;
        byte part;
        do {
            part = bytes[at++];
            number |= (part & 0x7fL) << shift;
            shift += 7;
        } while (part < 0);
        return (number >>> 1) ^ -(number & 1);
    }
}
