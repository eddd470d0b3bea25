package dev.velella.jelly.write;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.StreamOptions;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.wire.ByteSink;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.RowTags;
import dev.velella.rdf.FilledStatements;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes one stream, frame by frame. Owns the state of the stream, which continues from frame to frame until
 * {@link #reset}.
 *
 * <p>A frame is written completely or not at all: if its content fails, the state is the same as before the frame.
 */
public final class FrameWriter {
    private final StreamOptions streamOptions;
    private final OptionsRow optionsRow;
    private final Limits limits;
    private final ByteSink out;
    private final StatementWriter rows;
    private final TemplateFrames templates;
    private boolean started;
    private boolean hasDictionary;
    private long frame;

    /** A state between two rows to which the writer can go back; valid until the next {@link #open}. */
    public record Mark(boolean started, StatementWriter.Mark rows) {}

    /**
     * @param streamOptions options of the stream; a state fits if its options are equal
     * @throws IllegalArgumentException if the table sizes are above the limits
     */
    public FrameWriter(StreamOptions streamOptions, Limits limits) {
        this(streamOptions, false, limits);
    }

    /**
     * @param streamOptions options of the stream; a state fits if its options are equal
     * @param hasNamespaces whether frames begin with the namespaces of their graph
     * @throws IllegalArgumentException if the table sizes are above the limits
     */
    FrameWriter(StreamOptions streamOptions, boolean hasNamespaces, Limits limits) {
        checkSizes(streamOptions, limits);
        TableSizes sizes = streamOptions.sizes();
        this.streamOptions = streamOptions;
        optionsRow = OptionsRow.of(streamOptions);
        this.limits = limits;
        out = new ByteSink(limits);
        TermEncoder terms =
                new TermEncoder(out, RowTags.of(streamOptions.kind()), sizes, streamOptions.rdfStar(), limits);
        rows = new StatementWriter(out, terms);
        templates = new TemplateFrames(out, terms, hasNamespaces);
    }

    static void checkSizes(StreamOptions options, Limits limits) {
        TableSizes sizes = options.sizes();
        if (sizes.names() > limits.maxNames()
                || sizes.prefixes() > limits.maxPrefixes()
                || sizes.datatypes() > limits.maxDatatypes()) {
            throw new IllegalArgumentException(sizes + " is above " + limits);
        }
    }

    /** Forgets the stream: the next frame begins another one. */
    public void reset() {
        reset(false);
        frame = 0;
    }

    private void reset(boolean explicit) {
        rows.reset(explicit);
        started = false;
        hasDictionary = false;
    }

    /**
     * Writes the next frame of the running stream.
     *
     * @param content writes the {@link #rows} of the frame
     */
    public byte[] next(Runnable content, Map<String, byte[]> metadata) {
        open();
        Mark before = mark();
        boolean complete = false;
        try {
            begin();
            content.run();
            byte[] bytes = close(metadata);
            complete = true;
            return bytes;
        } finally {
            if (!complete) {
                rollBack(before);
            }
        }
    }

    /**
     * Writes the next frame of the running stream as a key frame: a reader can begin with it, without the frames
     * before.
     */
    public byte[] keyFrame(Runnable content, Map<String, byte[]> metadata) {
        EncoderState before = snapshot();
        reset(true);
        boolean complete = false;
        try {
            byte[] bytes = next(content, metadata);
            complete = true;
            return bytes;
        } finally {
            if (!complete) {
                restore(before);
            }
        }
    }

    /**
     * Writes a dictionary: a frame with the options and the entries of terms, and no statement. Ends the running stream.
     * From now on {@link #onDictionary} writes frames that build on it, until {@link #reset}, {@link #restore} or {@link
     * #keyFrame}. If it fails, there is no dictionary.
     */
    public byte[] dictionary(DictionaryTerms terms) {
        reset(true);
        open();
        optionsRow.write(out);
        rows.writeDictionary(terms);
        templates.forget();
        hasDictionary = true;
        return out.toByteArray();
    }

    /**
     * Takes over a dictionary that was written before, as if {@link #dictionary} had written it.
     *
     * @throws MalformedJellyException if this writer would write other bytes for the same entries; no dictionary is there
     *     then
     */
    public void takeDictionary(byte[] dictionary) {
        List<DictionaryEntry> entries = DictionaryEntry.of(dictionary, RowTags.of(streamOptions.kind()), limits);
        reset(true);
        open();
        optionsRow.write(out);
        rows.writeDictionary(entries);
        if (!Arrays.equals(out.toByteArray(), dictionary)) {
            reset();
            throw new MalformedJellyException(0, -1, 0, "the dictionary was not written with these options");
        }
        hasDictionary = true;
    }

    /**
     * Writes a frame that builds on the dictionary and on nothing else: it may be read after the dictionary alone, and
     * also after any other frames that build on the dictionary. The state is the same afterwards as before.
     *
     * @param content writes the {@link #rows} of the frame
     */
    public byte[] onDictionary(Runnable content) {
        checkDictionary();
        open();
        try {
            content.run();
            return close(Map.of());
        } finally {
            rows.cutBack();
        }
    }

    private void checkDictionary() {
        if (!hasDictionary) {
            throw new IllegalStateException("no dictionary was made, or another stream was begun after it");
        }
    }

    /**
     * Writes a frame of a template that builds on the dictionary, as {@link #onDictionary(Runnable)} writes it, but from
     * an earlier frame of the template if there is one.
     *
     * @param content writes all rows of the frame
     */
    byte[] onDictionary(FilledStatements values, Map<String, String> namespaces, Runnable content) {
        checkDictionary();
        TemplateShape shape = templates.look(values, namespaces);
        if (shape == null) {
            rows.cutBack();
            return onDictionary(content);
        }
        open();
        try {
            if (templates.write(shape, values)) {
                return close(Map.of());
            }
        } catch (MalformedJellyException e) {
            // Statement by statement, the error comes again and says its row.
        } finally {
            rows.cutBack();
        }
        byte[] frame = onDictionary(content);
        templates.remember(shape, values, frame);
        return frame;
    }

    /** Writes a frame that is a stream of its own. If its content fails, no stream is running. */
    public byte[] selfContained(Runnable content) {
        reset();
        return next(content, Map.of());
    }

    /** Begins a frame that is filled row by row. The next call must be {@link #begin}. */
    public void open() {
        out.open(frame);
        rows.beginFrame();
    }

    /** Writes the rows before the content of a frame. */
    public void begin() {
        if (!started) {
            optionsRow.write(out);
            started = true;
        }
    }

    /** The rows of the open frame. */
    public StatementWriter rows() {
        return rows;
    }

    /** The frames of templates that are remembered. */
    TemplateFrames templates() {
        return templates;
    }

    /** Whether a row was refused because the open frame has no room for it. */
    public boolean isFull() {
        return out.isFull();
    }

    /** Number of bytes of the open frame. */
    public int bytes() {
        return out.position();
    }

    /**
     * Ends the frame. Metadata is in the order of its keys. It stands at the end, because a stream must begin with its
     * options.
     */
    public byte[] close(Map<String, byte[]> metadata) {
        if (!metadata.isEmpty()) {
            new TreeMap<>(metadata).forEach(out::metadata);
        }
        byte[] bytes = out.toByteArray();
        frame++;
        return bytes;
    }

    public Mark mark() {
        return new Mark(started, rows.mark());
    }

    /** Removes the rows that were written to the open frame since the mark. */
    public void rollBack(Mark mark) {
        started = mark.started;
        rows.rollBack(mark.rows);
    }

    /** The state between two frames. */
    public EncoderState snapshot() {
        return new EncoderState(streamOptions, limits, started, frame, rows.snapshot());
    }

    /**
     * Continues from a state.
     *
     * @throws IllegalArgumentException if it belongs to an encoder with other options or limits
     */
    public void restore(EncoderState state) {
        state.checkFits(streamOptions, limits);
        started = state.started();
        frame = state.frame();
        hasDictionary = false;
        rows.restore(state.rows());
    }
}
