package dev.velella.serve.answer;

import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.serve.state.StoredPatch;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * The patch of a stream as a client gets it: three header rows before the rows of the patch. They are {@code key} (name of
 * the stream), {@code patch} (number and hash of the graph after the patch) and {@code offset} (partition and offset of
 * the record). Not thread-safe.
 */
final class PatchRows {
    private final JellyPatchDecoder decoder = new JellyPatchDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);

    RdfPatch read(StoredPatch patch) {
        List<PatchOperation> rows = new ArrayList<>();
        rows.add(new PatchOperation.Header("key", text(patch.key())));
        rows.add(new PatchOperation.Header("patch", text(patch.position())));
        rows.add(new PatchOperation.Header("offset", text(patch.partition() + "-" + patch.offset())));
        rows.addAll(decoder.decode(patch.frame()).operations());
        return new RdfPatch(rows);
    }

    private static Value text(String text) {
        return SimpleValueFactory.getInstance().createLiteral(text);
    }
}
