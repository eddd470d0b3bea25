package dev.velella.source.dump;

import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.source.format.InputFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CancellationException;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * The reading of one dump by a thread of its own, so that parsing goes on while the worker encodes and sends. Owns the
 * thread, which owns the open file. Every failure becomes the last step.
 */
final class DumpReading implements AutoCloseable {
    private final DumpFile file;
    private final DumpReader reader;
    private final DumpOffset from;
    private final ChunkQueue chunks = new ChunkQueue();
    private final Thread thread;

    /**
     * Starts the thread.
     *
     * @param input identity of the dump
     * @param from offset up to which the dump was emitted before
     */
    DumpReading(DumpFile file, String input, DumpRules rules, DumpOffset from) {
        this.file = file;
        this.from = from;
        reader = DumpReader.of(file, input, rules);
        thread = new Thread(this::run, "velella-dump-" + file.baseName());
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            ConnectException failure = read();
            if (failure == null) {
                chunks.end();
            } else {
                chunks.fail(failure);
            }
        } catch (InterruptedException | CancellationException e) {
            // The task has ended, so nobody waits for a step.
        }
    }

    private @Nullable ConnectException read() throws InterruptedException {
        DumpFile.Progress progress = new DumpFile.Progress();
        try (InputStream in = file.open(progress)) {
            reader.read(in, progress, from, chunks);
            return chunks.isBegun() || from.statements() > 0 ? null : failure("the dump holds no statement", null);
        } catch (CancellationException e) {
            throw e;
        } catch (InputFormatException e) {
            return new ConnectException(e.getMessage(), e);
        } catch (MalformedDocumentException e) {
            return failure(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            return failure(InputFormatException.reason(e), e);
        } catch (RuntimeException | Error e) { // without a step the task would wait for ever
            return failure(InputFormatException.reason(e), e);
        }
    }

    private ConnectException failure(String reason, @Nullable Throwable cause) {
        String message = String.valueOf(new InputFormatException(file.path(), "", reason).getMessage());
        return new ConnectException(message, cause);
    }

    /** The next step; null if there is none in time. */
    ChunkQueue.@Nullable Step next(long nanos) throws InterruptedException {
        return chunks.next(nanos);
    }

    /** Does not wait for the thread. */
    @Override
    public void close() {
        chunks.close();
        thread.interrupt();
    }
}
