package dev.velella.serve.answer;

import java.io.IOException;
import java.io.OutputStream;

/** Writes frames with their length in front, as the Jelly specification has them in files and over HTTP. Stateless. */
final class Delimited {
    private Delimited() {}

    static void write(byte[] frame, OutputStream out) throws IOException {
        int length = frame.length;
        while ((length & ~0x7F) != 0) {
            out.write((length & 0x7F) | 0x80);
            length >>>= 7;
        }
        out.write(length);
        out.write(frame);
    }
}
