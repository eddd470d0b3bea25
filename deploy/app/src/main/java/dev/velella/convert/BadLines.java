package dev.velella.convert;

import dev.velella.convert.file.InputFile;
import dev.velella.convert.file.OutputFile;
import dev.velella.document.parse.BadLineHandler;
import dev.velella.failure.FileException;
import dev.velella.rdf.ErrorText;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The lines of an input that cannot be read, on their way to a file of their own. Each stands there as it is in the input,
 * below a comment with its place and the reason, so that it can be mended and read again. The file is written as a whole
 * or not at all. Owns the file. Not thread-safe.
 */
final class BadLines implements BadLineHandler, Closeable {
    private final String input;
    private final String name;
    private final OutputFile file;
    private long count;

    /** @throws FileException if the file cannot be written */
    BadLines(String input, String name) {
        this.input = input;
        this.name = name;
        file = new OutputFile(name, OutputStream.nullOutputStream());
    }

    @Override
    public void handle(long line, long column, byte[] bytes, String reason) {
        String place = "line " + line + (column > 0 ? ", column " + column : "");
        String comment =
                ErrorText.line("# " + InputFile.title(input) + ": " + place + ": " + ErrorText.message(reason));
        try {
            file.stream().write((comment + "\n").getBytes(StandardCharsets.UTF_8));
            file.stream().write(bytes);
            file.stream().write('\n');
        } catch (IOException e) {
            throw new FileException(name, "cannot be written: " + InputFile.reason(e), e);
        }
        count++;
    }

    /** Number of the lines. */
    long count() {
        return count;
    }

    /** Puts the complete file in its place. */
    void commit() {
        file.commit();
    }

    @Override
    public void close() {
        file.close();
    }
}
