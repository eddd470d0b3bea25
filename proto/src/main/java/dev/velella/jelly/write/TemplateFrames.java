package dev.velella.jelly.write;

import dev.velella.jelly.wire.ByteSink;
import dev.velella.rdf.BoundedMap;
import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.StatementTemplate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers frames of templates that were written on one dictionary, and writes the next frame of a template from them:
 * most rows are copied as bytes, only rows with values are written. The result is byte for byte the frame that the
 * statements one by one would give.
 *
 * <p>A frame is a function of its template, of the ids of all IRIs that the values can change, and of the texts of the
 * values ({@link TemplateShape}). So a frame is written from another one only if all ids are the same. The ids are looked
 * up anew for each frame. A frame is remembered when its ids come a second time.
 *
 * <p>Bounded in templates, ids and bytes. Not thread-safe.
 */
final class TemplateFrames {
    /** Number of templates that are remembered. */
    private static final int MOST_TEMPLATES = 128;

    /** Bytes of all frames that are remembered. */
    private static final int MOST_BYTES = 4 << 20;

    /** Bytes of one frame that is remembered. */
    static final int LONGEST_FRAME = 1 << 19;

    private final ByteSink out;
    private final TermEncoder terms;
    private final boolean hasNamespaces;
    private final Map<StatementTemplate, TemplateShape> shapes = new BoundedMap<>(MOST_TEMPLATES);
    private int bytes;

    /** The last template, which mostly is the next one too. */
    private @Nullable TemplateShape last;

    /** @param hasNamespaces whether frames begin with the namespaces of the graph */
    TemplateFrames(ByteSink out, TermEncoder terms, boolean hasNamespaces) {
        this.out = out;
        this.terms = terms;
        this.hasNamespaces = hasNamespaces;
    }

    /** Forgets all frames: they belong to another dictionary. */
    void forget() {
        shapes.clear();
        last = null;
        bytes = 0;
    }

    /**
     * Looks up the ids of a frame. {@link TermEncoder#cutBack} must follow before other rows are written.
     *
     * @return null if the frame must be written statement by statement
     */
    @Nullable
    TemplateShape look(FilledStatements values, Map<String, String> namespaces) {
        TemplateShape shape = last;
        if (shape == null || !shape.isOf(values.template(), namespaces)) {
            shape = shapes.get(values.template());
            if (shape == null || !shape.isOf(values.template(), namespaces)) {
                shape = new TemplateShape(terms, values, hasNamespaces ? namespaces : Map.of(), namespaces);
                shapes.put(values.template(), shape);
            }
            last = shape;
        }
        return shape.look(values) ? shape : null;
    }

    /** Writes the rows of a frame from an earlier one; returns false, with nothing written, if there is none. */
    boolean write(TemplateShape shape, FilledStatements values) {
        TemplateFrame known = shape.frame();
        if (known == null) {
            return false;
        }
        known.write(out, terms, shape.iris(), values);
        return true;
    }

    /** Remembers the frame of the ids that were looked up last, if they came before. */
    void remember(TemplateShape shape, FilledStatements values, byte[] frame) {
        if (!shape.isWanted() || frame.length > LONGEST_FRAME) {
            return;
        }
        if (bytes + frame.length > MOST_BYTES) {
            forget();
        }
        bytes += frame.length;
        shape.remember(values, frame);
    }
}
