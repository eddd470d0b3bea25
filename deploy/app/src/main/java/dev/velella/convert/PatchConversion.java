package dev.velella.convert;

import dev.velella.convert.file.MalformedInputException;
import dev.velella.jelly.JellyPatchStreamReader;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.StreamForm;
import dev.velella.rdf.PatchHandler;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.rdfpatch.TextLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** Converts patches between text and Jelly-Patch, row by row. */
final class PatchConversion {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /**
     * Limits of text in files. The readers of the other formats accept terms of any length, so a text file may have
     * them too.
     */
    private static final TextLimits OF_FILES =
            new TextLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, TextLimits.DEFAULT.maxNesting(), Long.MAX_VALUE);

    private PatchConversion() {}

    /** Converts all rows. Does not close the streams. Malformed input causes the exception of its reader. */
    static void run(DataFormat from, InputStream in, DataFormat to, JellySettings settings, OutputStream out)
            throws IOException {
        read(from, in, VALUES, target(to, settings, out));
    }

    /** Creates a target for a format of patches. */
    static PatchTarget target(DataFormat to, JellySettings settings, OutputStream out) {
        return to == DataFormat.RDFP ? new PatchTextTarget(out) : new JellyPatchTarget(out, settings);
    }

    /** Hands all rows to a target, and ends it. Malformed input causes the exception of its reader. */
    static void read(DataFormat from, InputStream in, ValueFactory values, PatchTarget target) throws IOException {
        try {
            if (from == DataFormat.RDFP) {
                readText(in, values, target);
            } else {
                readJelly(in, values, target);
            }
            target.end();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void readText(InputStream in, ValueFactory values, PatchTarget target) throws IOException {
        RdfPatchTextReader reader = new RdfPatchTextReader(in, values, OF_FILES);
        target.begin(null);
        boolean more = true;
        while (more) {
            more = reader.read(target);
        }
    }

    private static void readJelly(InputStream in, ValueFactory values, PatchTarget target) throws IOException {
        JellyPatchStreamReader reader = new JellyPatchStreamReader(in, StreamForm.DETECT, values, Limits.DEFAULT);
        Rows rows = new Rows(reader, target);
        boolean more = true;
        while (more) {
            more = reader.readFrame(rows);
        }
        rows.end();
    }

    /** Hands rows on. The options go first; they are known with the first row. */
    private static final class Rows implements PatchHandler {
        private final JellyPatchStreamReader reader;
        private final PatchTarget target;
        private boolean begun;
        private boolean open;

        Rows(JellyPatchStreamReader reader, PatchTarget target) {
            this.reader = reader;
            this.target = target;
        }

        @Override
        public void operation(PatchOperation operation) {
            begin();
            open = true;
            target.operation(operation);
        }

        @Override
        public void endOfPatch() {
            begin();
            open = false;
            target.endOfPatch();
        }

        private void begin() {
            if (!begun) {
                begun = true;
                target.begin(reader.options().orElse(null));
            }
        }

        private void end() {
            if (reader.options().isEmpty()) {
                throw JellySource.noOptions(0);
            }
            begin();
            if (open) {
                throw new MalformedInputException("the stream ends within a patch: its punctuation is missing");
            }
        }
    }
}
