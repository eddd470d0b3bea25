package dev.velella.quickstart;

import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.RdfPatchTextWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Counts what goes through the topic of patches and writes it out as RDF Patch text. Fed by one thread. */
final class PatchMeter implements TopicTail.Reader {
    private final RecordValues values = new RecordValues();
    private final Writer out;

    private final AtomicLong patches = new AtomicLong();
    private final AtomicLong adds = new AtomicLong();
    private final AtomicLong deletes = new AtomicLong();
    private final AtomicLong jellyBytes = new AtomicLong();
    private final AtomicLong textBytes = new AtomicLong();

    /** @param out takes the text of every patch; the caller closes it */
    PatchMeter(Writer out) {
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
        adds.addAndGet(patch.addCount());
        deletes.addAndGet(patch.deleteCount());
        jellyBytes.addAndGet(record.value().length);
        textBytes.addAndGet(text.toString().getBytes(StandardCharsets.UTF_8).length);
        patches.incrementAndGet();
    }

    /** Patches read. */
    long patches() {
        return patches.get();
    }

    /** A rows of all patches. */
    long adds() {
        return adds.get();
    }

    /** D rows of all patches. */
    long deletes() {
        return deletes.get();
    }

    /** Bytes of the record values. */
    long jellyBytes() {
        return jellyBytes.get();
    }

    /** Bytes that the patches take as RDF Patch text. */
    long textBytes() {
        return textBytes.get();
    }
}
