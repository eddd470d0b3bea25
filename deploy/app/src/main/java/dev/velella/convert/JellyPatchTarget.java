package dev.velella.convert;

import dev.velella.document.format.UnwritableException;
import dev.velella.jelly.JellyPatchStreamWriter;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.JellyPatchOptions.StatementType;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.PatchOperation;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Writes Jelly-Patch. The patches stay the same. Frames of the stream types FLAT and PUNCTUATED get a new size. */
final class JellyPatchTarget implements PatchTarget {
    private static final int DEFAULT_ROWS = 512;

    /** The output. Closing a writer would close it, but the caller owns it. */
    private final OutputStream out;

    private final JellySettings settings;
    private @Nullable JellyPatchStreamWriter writer;
    private boolean flat;
    private boolean ended;

    JellyPatchTarget(OutputStream out, JellySettings settings) {
        this.out = out;
        this.settings = settings;
    }

    @Override
    public void begin(@Nullable JellyPatchOptions ofInput) {
        try {
            JellyPatchOptions options = resolve(ofInput);
            flat = options.streamType() == StreamType.FLAT;
            int rows = settings.rowsPerFrame() == null ? DEFAULT_ROWS : settings.rowsPerFrame();
            writer = new JellyPatchStreamWriter(new Unclosed(out), options, settings.form(), rows, Limits.DEFAULT);
        } catch (IllegalArgumentException e) {
            throw new UnwritableException(String.valueOf(e.getMessage()), e);
        }
    }

    private JellyPatchOptions resolve(@Nullable JellyPatchOptions input) {
        StatementType statements = settings.statementType() != null
                ? settings.statementType()
                : input != null ? input.statementType() : StatementType.QUADS;
        StreamType type = settings.patchType() != null
                ? settings.patchType()
                : input != null ? input.streamType() : StreamType.PUNCTUATED;
        boolean star = settings.rdfStar() != null ? settings.rdfStar() : input != null && input.rdfStar();
        return new JellyPatchOptions(
                statements,
                type,
                settings.sizes(input == null ? null : input.sizes()),
                input != null && input.generalized(),
                star);
    }

    private JellyPatchStreamWriter writer() {
        if (writer == null) {
            throw new IllegalStateException("not begun");
        }
        if (flat && ended) {
            throw new UnwritableException("a stream of type FLAT is one patch, and the input has more;"
                    + " give --patch-type frame or punctuated");
        }
        return writer;
    }

    @Override
    public void operation(PatchOperation operation) {
        JellyPatchStreamWriter open = writer();
        try {
            open.write(operation);
        } catch (MalformedJellyException e) {
            throw new UnwritableException(e.reason(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void endOfPatch() {
        JellyPatchStreamWriter open = writer();
        try {
            open.endPatch();
            ended = true;
        } catch (MalformedJellyException e) {
            throw new UnwritableException(e.reason(), e);
        } catch (IllegalStateException e) {
            throw new UnwritableException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void end() throws IOException {
        if (writer != null) {
            writer.writeOptions();
            writer.close();
        }
    }
}
