package dev.velella.quickstart;

import dev.velella.page.StreamBook;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.RdfPatchTextWriter;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Counts the patches in the topic of patches, and writes them as RDF Patch text. One thread feeds it. */
final class PatchMeter implements TopicTail.Reader {
    private final RecordValues values;
    private final Writer out;
    private final StreamBook book;

    private final AtomicLong patches = new AtomicLong();
    private final AtomicLong adds = new AtomicLong();
    private final AtomicLong deletes = new AtomicLong();
    private final AtomicLong jellyBytes = new AtomicLong();
    private final AtomicLong textBytes = new AtomicLong();

    /**
     * @param values decodes the patches; the caller closes it
     * @param out takes the text of every patch; the caller closes it
     * @param book remembers the patches for the page
     */
    PatchMeter(RecordValues values, Writer out, StreamBook book) {
        this.book = book;
        this.values = values;
        this.out = out;
    }

    @Override
    public void read(ConsumerRecord<String, byte[]> record) {
        RdfPatch patch = values.read(record, RdfPatch.class);
        StringBuilder text = new StringBuilder();
        try {
            new RdfPatchTextWriter(text).write(patch);
            out.append(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        long time = RecordHeaderReader.eventTime(record.headers()).orElse(record.timestamp());
        String position = RecordHeaderReader.patch(record.headers());
        book.patch(Places.of(record, time), patch, position == null ? null : PatchPosition.parse(position));
        adds.addAndGet(patch.addCount());
        deletes.addAndGet(patch.deleteCount());
        jellyBytes.addAndGet(record.value().length);
        textBytes.addAndGet(text.toString().getBytes(StandardCharsets.UTF_8).length);
        patches.incrementAndGet();
    }

    /** Number of patches read. */
    long patches() {
        return patches.get();
    }

    /** Number of A rows in all patches. */
    long adds() {
        return adds.get();
    }

    /** Number of D rows in all patches. */
    long deletes() {
        return deletes.get();
    }

    /** Bytes of the record values. */
    long jellyBytes() {
        return jellyBytes.get();
    }

    /** Size of the patches as RDF Patch text, in bytes. */
    long textBytes() {
        return textBytes.get();
    }
}
