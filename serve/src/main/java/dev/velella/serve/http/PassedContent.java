package dev.velella.serve.http;

import dev.velella.kit.http.message.Content;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The answer of another instance, passed on as it comes. Not thread-safe. */
final class PassedContent implements Content {
    private final InputStream in;
    private final byte[] buffer = new byte[16 << 10];

    PassedContent(InputStream in) {
        this.in = in;
    }

    @Override
    public Progress write(OutputStream out) throws IOException {
        int read = in.read(buffer);
        if (read < 0) {
            return Progress.END;
        }
        out.write(buffer, 0, read);
        return Progress.MORE;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            // the answer is not wanted any more
        }
    }
}
