package dev.velella.jelly;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.StreamOptions;
import dev.velella.jelly.read.GraphFrameReader;
import dev.velella.jelly.read.PatchFrameReader;
import dev.velella.jelly.read.PatchFrameReader.Demand;
import dev.velella.jelly.wire.FrameInput;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.RowTags;
import dev.velella.jelly.wire.WireReader;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Inspects byte streams of Jelly-RDF and Jelly-Patch, delimited or bare. The options row tells the two kinds apart.
 * Reads frame by frame; its memory is bounded by the largest frame. Not thread-safe.
 */
public final class JellyInspector {
    /** Most namespaces, and most keys of metadata, that are listed. */
    public static final int MOST_LISTED = 1000;

    private final FrameInput input;
    private final Limits limits;
    private final FrameSizes sizes = new FrameSizes();
    private final Map<String, String> namespaces = new LinkedHashMap<>();
    private final Map<String, Long> metadata = new LinkedHashMap<>();
    private final Queue<byte[]> first = new ArrayDeque<>();

    private JellyInspector(InputStream in, Limits limits) {
        input = new FrameInput(in, StreamForm.DETECT, limits);
        this.limits = limits;
    }

    /** Takes rows as they are on the wire. */
    public interface RawHandler {
        /**
         * A frame begins.
         *
         * @param number of the frame, from 0
         * @param bytes of the frame
         */
        void startFrame(long number, int bytes);

        /** A row of the frame. */
        void row(RawRow row);

        /**
         * The frame ends.
         *
         * @param frameMetadata key to value, in order; never null
         */
        void endFrame(Map<String, byte[]> frameMetadata);
    }

    /**
     * Decodes and counts everything. The input is not closed, and need not be buffered.
     *
     * @throws MalformedJellyException if the stream is malformed, cut, above the limits, or has no options
     * @throws IOException if the input cannot be read
     */
    public static JellyStatistics inspect(InputStream in, Limits limits) throws IOException {
        return new JellyInspector(in, limits).inspect();
    }

    /**
     * Hands over every row as it is on the wire, without decoding it. The stream may break the rules of Jelly, and may
     * begin in the middle, but its frames must be Protocol Buffers messages. The input is not closed, and need not be
     * buffered.
     *
     * @param ofOthers assumed kind of the frames. It counts if the first frame that has rows does not begin with
     *     options, and has no row that only one kind has
     * @throws MalformedJellyException if a frame is no such message, cut, or above the limits; the frames and rows
     *     before it were handed over
     * @throws IOException if the input cannot be read
     */
    public static void raw(InputStream in, Limits limits, ElementKind ofOthers, RawHandler handler) throws IOException {
        new JellyInspector(in, limits).raw(ofOthers, handler);
    }

    private JellyStatistics inspect() throws IOException {
        ElementKind kind = readFirstFrames();
        if (kind == null) {
            throw new MalformedJellyException(first.size(), -1, 0, "the stream ends without options: it is no Jelly");
        }
        return kind == ElementKind.GRAPH ? inspectRdf() : inspectPatch();
    }

    /**
     * Reads up to the first frame that has rows.
     *
     * @return kind of the frame, or null at the end of the input
     */
    private @Nullable ElementKind readFirstFrames() throws IOException {
        for (byte[] frame = input.next(); frame != null; frame = input.next()) {
            long number = first.size();
            first.add(frame);
            if (hasRows(frame, number)) {
                return kindOf(frame, number);
            }
            if (number == limits.maxRows()) {
                throw new MalformedJellyException(
                        number, -1, 0, "more frames before the options than the limit of " + limits.maxRows());
            }
        }
        return null;
    }

    private static boolean hasRows(byte[] frame, long number) {
        WireReader in = new WireReader(Integer.MAX_VALUE);
        in.open(frame, number);
        while (in.position() < frame.length) {
            int tag = in.tag(frame.length);
            if (tag == 0x0A) {
                return true;
            }
            in.skip(tag, frame.length);
        }
        return false;
    }

    private static ElementKind kindOf(byte[] frame, long number) {
        try {
            return JellyFrames.kindOf(frame);
        } catch (MalformedJellyException e) {
            throw new MalformedJellyException(number, e.row(), e.offset(), e.reason());
        }
    }

    private byte @Nullable [] next() throws IOException {
        return first.isEmpty() ? input.next() : first.remove();
    }

    private JellyStatistics inspectRdf() throws IOException {
        GraphFrameReader reader = new GraphFrameReader(SimpleValueFactory.getInstance(), limits);
        RowCounter rows = new RowCounter(ElementKind.GRAPH);
        for (byte[] frame = next(); frame != null; frame = next()) {
            RdfGraph graph = reader.read(frame);
            graph.namespaces().forEach(this::namespace);
            JellyFrames.metadata(frame).keySet().forEach(this::metadataKey);
            sizes.add(frame.length, rows.count(frame) > 0);
        }
        reader.checkEnd();
        JellyOptions options = known(reader.options()).toRdf();
        return statistics(options, rows, 0);
    }

    private JellyStatistics inspectPatch() throws IOException {
        PatchFrameReader reader = new PatchFrameReader(SimpleValueFactory.getInstance(), limits);
        RowCounter rows = new RowCounter(ElementKind.PATCH);
        long punctuations = 0;
        for (byte[] frame = next(); frame != null; frame = next()) {
            PatchFrameReader.Rows read = reader.read(frame, Demand.NONE);
            for (PatchOperation operation : read.operations()) {
                if (operation instanceof PatchOperation.AddNamespace added) {
                    namespace(added.prefix(), added.namespace().stringValue());
                }
            }
            OptionsRow row = reader.options();
            if (row != null) {
                rows.quads(row.physicalType() == OptionsRow.PATCH_QUADS);
            }
            punctuations += read.patchEnds().size();
            sizes.add(frame.length, rows.count(frame) > 0);
        }
        JellyPatchOptions options = known(reader.options()).toPatch();
        if (options.streamType() == StreamType.FLAT && reader.inTransaction()) {
            throw new MalformedJellyException(
                    reader.frames(), -1, 0, "the stream ends within a transaction: TC or TA is missing");
        }
        long patches =
                switch (options.streamType()) {
                    case FRAME -> sizes.statistics().count();
                    case FLAT -> 1;
                    case PUNCTUATED -> punctuations;
                };
        return statistics(options, rows, patches);
    }

    private JellyStatistics statistics(StreamOptions options, RowCounter rows, long patches) {
        return new JellyStatistics(
                options,
                input.isBare() ? StreamForm.BARE : StreamForm.DELIMITED,
                sizes.statistics(),
                rows.rows(),
                rows.statements(),
                patches,
                rows.terms(),
                rows.repeatedTerms(),
                rows.tables(options.sizes()),
                Collections.unmodifiableMap(namespaces),
                Collections.unmodifiableMap(metadata));
    }

    private static OptionsRow known(@Nullable OptionsRow options) {
        if (options == null) {
            throw new IllegalStateException("a frame with rows begins with options");
        }
        return options;
    }

    private void namespace(String prefix, String iri) {
        if (namespaces.size() < MOST_LISTED || namespaces.containsKey(prefix)) {
            namespaces.put(prefix, iri);
        }
    }

    private void metadataKey(String key) {
        if (metadata.size() < MOST_LISTED || metadata.containsKey(key)) {
            metadata.merge(key, 1L, Long::sum);
        }
    }

    private void raw(ElementKind ofOthers, RawHandler handler) throws IOException {
        @Nullable ElementKind kind = null;
        long number = 0;
        for (byte[] frame = input.next(); frame != null; frame = input.next()) {
            if (kind == null && hasRows(frame, number)) {
                kind = rawKind(frame, number, ofOthers);
            }
            handler.startFrame(number, frame.length);
            handler.endFrame(RawFrames.read(frame, kind == null ? ofOthers : kind, number, limits, handler::row));
            number++;
        }
    }

    /**
     * The kind of a frame from the middle of a stream, which has no options. Rows that only one kind has tell the kind.
     */
    private static ElementKind rawKind(byte[] frame, long number, ElementKind ofOthers) {
        try {
            return JellyFrames.kindOf(frame);
        } catch (MalformedJellyException e) {
            WireReader in = new WireReader(Integer.MAX_VALUE);
            in.open(frame, number);
            while (in.position() < frame.length) {
                int tag = in.tag(frame.length);
                if (tag != 0x0A) {
                    in.skip(tag, frame.length);
                    continue;
                }
                int end = in.bodyEnd(frame.length);
                int row = in.position() < end ? in.tag(end) : 0;
                in.seek(end);
                boolean isOfGraph = RowTags.of(ElementKind.GRAPH).isRow(row);
                if (isOfGraph != RowTags.of(ElementKind.PATCH).isRow(row)) {
                    return isOfGraph ? ElementKind.GRAPH : ElementKind.PATCH;
                }
            }
            return ofOthers;
        }
    }
}
