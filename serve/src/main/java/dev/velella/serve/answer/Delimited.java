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

    static void varint(long number, OutputStream out) throws IOException {
        long rest = number;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
