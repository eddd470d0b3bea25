package dev.velella.kit.http.message;

import java.io.IOException;
import java.io.OutputStream;

/** A compression of answers. */
public interface Coding {
    /** The name in the headers Accept-Encoding and Content-Encoding, in lower case. */
    String coding();

    /** A stream that compresses what is written to it. Its flush writes all that it holds. */
    OutputStream to(OutputStream out) throws IOException;
}
