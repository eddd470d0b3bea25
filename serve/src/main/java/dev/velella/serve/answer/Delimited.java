package dev.velella.serve.answer;

import java.io.IOException;
import java.io.OutputStream;

/** Writes frames with their length in front, as the Jelly specification has them in files and over HTTP. Stateless. */
final class Delimited {
    private Delimited() {}

    static void write(byte[] frame, OutputStream out) throws IOException {
        varint(frame.length, out);
        out.write(frame);
    }

    /** Bytes that {@link #varint} writes. */
    static int varintBytes(long number) {
        int bytes = 1;
        for (long rest = number >>> 7; rest != 0; rest >>>= 7) {
            bytes++;
        }
        return bytes;
    }

    static void varint(long number, OutputStream out) throws IOException {
        long rest = number;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
