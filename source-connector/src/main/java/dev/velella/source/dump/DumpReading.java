package dev.velella.source.dump;

import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.source.format.InputFormatException;
import dev.velella.source.task.BackgroundReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CancellationException;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * The reading of one dump, so that parsing goes on while the worker encodes and sends. Owns the open file. Every failure names
 * the file, and comes behind the chunks before it.
 */
final class DumpReading implements BackgroundReader.Reading<DumpChunk> {
    /** Most chunks that wait. */
    private static final int MOST = 4;

    private final DumpFile file;
    private final DumpReader reader;
    private final DumpOffset from;

    private DumpReading(DumpFile file, String input, DumpRules rules, DumpOffset from) {
        this.file = file;
        this.from = from;
        reader = DumpReader.of(file, input, rules);
    }

    /**
     * Begins to read.
     *
     * @param input identity of the dump
     * @param from offset up to which the dump was emitted before
     */
    static BackgroundReader<DumpChunk> begin(DumpFile file, String input, DumpRules rules, DumpOffset from) {
        BackgroundReader<DumpChunk> reader = new BackgroundReader<>(
                "velella-dump-" + file.baseName(),
                MOST,
                Long.MAX_VALUE,
                chunk -> 0,
                new DumpReading(file, input, rules, from));
        reader.start();
        return reader;
    }

    @Override
    public void read(BackgroundReader.Sink<DumpChunk> sink) throws InterruptedException {
        ChunkSink chunks = new ChunkSink(sink);
        ConnectException failure = read(chunks);
        if (failure != null) {
            chunks.fail();
            throw failure;
        }
        chunks.end();
    }

    private @Nullable ConnectException read(ChunkSink chunks) throws InterruptedException {
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
        } catch (RuntimeException | Error e) {
            return failure(InputFormatException.reason(e), e);
        }
    }

    private ConnectException failure(String reason, @Nullable Throwable cause) {
        String message = String.valueOf(new InputFormatException(file.path(), "", reason).getMessage());
        return new ConnectException(message, cause);
    }
}
