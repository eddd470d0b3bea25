package dev.velella.view.app;

import dev.velella.dictionary.DictionaryStore;
import dev.velella.diff.StreamDiff;
import dev.velella.diff.element.InputElement;
import dev.velella.diff.element.SendableRecords;
import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.state.DamagedStateException;
import dev.velella.graph.TargetGraph;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.DateTimes;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordEncoder;
import dev.velella.record.RecordHeaderNames;
import dev.velella.view.View;
import dev.velella.view.answer.Row;
import dev.velella.view.answer.RowChanges;
import dev.velella.view.answer.ViewAnswer;
import dev.velella.view.options.ViewConfig;
import dev.velella.view.state.ViewState;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The answers of the views of one task: compares each with the last one, and writes what has changed. A graph becomes a patch
 * with a chain of its own for each view and stream; rows become upserts and tombstones. What has not changed costs no record.
 * Not thread-safe.
 */
final class Answers {
    /** Sink of rows. */
    static final String ROWS = "rows";

    /** Sink of patches. */
    static final String PATCHES = "view-patches";

    /** Header: name of the view. */
    static final String VIEW = "velella.view";

    /** Header: number of the definitions and static data under which the answer was given. */
    static final String EPOCH = "velella.epoch";

    /** Header of a row that belongs to an earlier graph of its stream, because the next answer failed. */
    static final String OLD = "velella.old";

    /** Predicate of the statement about a graph that belongs to an earlier graph of its stream. */
    private static final IRI OLD_SINCE = LightValueFactory.getInstance().createIRI("urn:velella:oldSince");

    private static final byte[] JSON = "application/json".getBytes(StandardCharsets.US_ASCII);

    private final ViewConfig config;
    private final ViewState state;
    private final @Nullable DictionaryStore dictionaries;
    private final ProcessorContext<byte[], RoutedFrame> context;
    private final ViewMetrics metrics;
    private final SendableRecords sendable;
    private final Map<String, StreamDiff> diffs = new HashMap<>();

    /** Forms of the rows of the present epoch's views. */
    private final Map<String, RowRecords> forms = new HashMap<>();

    private long epoch;

    /** @param dictionaries where dictionaries become durable; null if patches are self-contained */
    Answers(
            ViewConfig config,
            ViewState state,
            @Nullable DictionaryStore dictionaries,
            ProcessorContext<byte[], RoutedFrame> context,
            ViewMetrics metrics) {
        this.config = config;
        this.state = state;
        this.dictionaries = dictionaries;
        this.context = context;
        this.metrics = metrics;
        sendable = new SendableRecords(config.diff().settings().room());
    }

    /** Begins an epoch. */
    void epoch(long number, List<View> views) {
        epoch = number;
        forms.clear();
        views.forEach(view -> forms.put(view.name(), RowRecords.of(view, config.hasRowSchemas())));
    }

    /** Tells the encoders that patches may not have been sent. */
    void newStreams() {
        diffs.values().forEach(StreamDiff::newStream);
    }

    private StreamDiff diff(String view) {
        return diffs.computeIfAbsent(
                view, name -> new StreamDiff(config.outputSettings(name), state.answers(name), dictionaries));
    }

    /** The graph of a view's last answer for a stream, without the graph's name, and without the mark of an old one. */
    List<Statement> graph(String view, Bytes stream) {
        List<Statement> graph = new ArrayList<>();
        for (Statement each : diff(view).present(stream).statements()) {
            if (!each.getPredicate().equals(OLD_SINCE)) {
                graph.add(LightValueFactory.getInstance()
                        .createStatement(each.getSubject(), each.getPredicate(), each.getObject()));
            }
        }
        return graph;
    }

    /** Which parts of an answer are compared. */
    record Parts(boolean graph, boolean rows) {
        /** Both: for views whose kind may have changed. */
        static final Parts ALL = new Parts(true, true);

        static Parts of(View view) {
            return new Parts(view.kind().hasGraph(), view.kind().hasRows());
        }
    }

    /**
     * Writes what an answer has changed. If it throws, nothing is stored.
     *
     * @param key the stream as text
     * @param answer null takes the view's answer back
     * @param timeMs time of the records
     * @param again whether all rows are written again, changed or not, because the last ones were marked as old
     * @throws dev.velella.graph.UnfitElementException if the answer is too large for a record, or cannot be a graph
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the graph
     */
    void write(
            String view,
            Parts parts,
            Bytes stream,
            String key,
            @Nullable ViewAnswer answer,
            long timeMs,
            boolean again) {
        StreamDiff.Step step = null;
        if (parts.graph()) {
            RdfGraph graph = answer == null ? null : RdfGraph.of(answer.graph());
            step = diff(view).take(stream, new InputElement(key, graph, timeMs, false), null, timeMs);
        }
        if (parts.rows()) {
            writeRows(view, stream, key, answer, timeMs, again);
        }
        if (step != null && step.outcome() == StreamDiff.Outcome.PATCH) {
            writePatch(view, step, timeMs);
        }
    }

    private void writePatch(String view, StreamDiff.Step step, long timeMs) {
        RoutedFrame value =
                new RoutedFrame(step.frame().value(), context.taskId().partition());
        Record<byte[], RoutedFrame> out = new Record<>(step.stream().get(), value, time(timeMs));
        boolean addsMessageType = config.diff().settings().frames().addsMessageHeader();
        RecordEncoder.addHeaders(out.headers(), step.frame(), null, step.position(), addsMessageType);
        forward(out, view, PATCHES);
        step.save();
        metrics.patches.add(1);
    }

    private void writeRows(
            String view, Bytes stream, String key, @Nullable ViewAnswer answer, long timeMs, boolean again) {
        KeyValueStore<Bytes, byte[]> rows = state.rows(view);
        Stored before = read(view, stream, () -> Stored.of(rows.get(stream)));
        RowRecords form = forms.get(view);
        String head = form == null ? before.keyHead() : form.keyHead();
        boolean isOtherForm = before.rows() != null
                && form != null
                && !(head.equals(before.keyHead()) && form.valueForm() == before.valueForm());
        List<Row> next = answer == null ? List.of() : answer.rows();
        RowChanges changes =
                read(view, stream, () -> RowChanges.between(isOtherForm || again ? null : before.rows(), next));
        byte[] stored = changes.stored() == null
                ? null
                : new Stored(head, form == null ? 0 : form.valueForm(), changes.stored()).bytes();
        if (stored != null) {
            sendable.check("the rows of the view " + view, stream, stored.length + view.length() + 8L);
        }
        List<String> deletes = new ArrayList<>(changes.deletes());
        if (isOtherForm || again) {
            deletes.addAll(
                    read(view, stream, () -> RowChanges.rows(before.rows())).keySet());
            if (head.equals(before.keyHead())) {
                next.forEach(row -> deletes.remove(row.key()));
            }
        }
        List<byte[][]> upserts = new ArrayList<>();
        for (Row row : changes.upserts()) {
            if (form == null) {
                throw new IllegalStateException("rows of the view " + view + ", which is none of the epoch " + epoch);
            }
            byte[][] record = {form.key(key, row.key()), form.value(key, row.json())};
            sendable.check("a row of the view " + view, Bytes.wrap(record[0]), record[1].length);
            upserts.add(record);
        }
        for (String gone : deletes) {
            row(view, RowRecords.key(before.keyHead(), key, gone), null, timeMs, false);
            metrics.rowDeletes.add(1);
        }
        for (byte[][] record : upserts) {
            row(view, record[0], record[1], timeMs, false);
            metrics.rows.add(1);
        }
        if (!changes.isEmpty() || !deletes.isEmpty()) {
            rows.put(stream, stored);
        }
    }

    private static <T> T read(String view, Bytes stream, Supplier<T> form) {
        try {
            return form.get();
        } catch (IllegalArgumentException e) {
            throw new DamagedStateException(
                    stream, new IllegalArgumentException("in the view " + view + ", " + e.getMessage(), e));
        }
    }

    /**
     * Says of the last answer for a stream that it is old: its rows are written again with a header, its graph gets a statement.
     *
     * @param timeMs since when
     * @throws dev.velella.graph.UnfitElementException if the statement does not fit
     */
    void tellOld(View view, Bytes stream, String key, long timeMs) {
        String name = view.name();
        RowRecords form = forms.get(name);
        Stored stored = read(name, stream, () -> Stored.of(state.rows(name).get(stream)));
        if (form != null && form.keyHead().equals(stored.keyHead())) {
            read(name, stream, () -> RowChanges.rows(stored.rows()))
                    .forEach((rowKey, json) -> row(name, form.key(key, rowKey), form.value(key, json), timeMs, true));
        }
        if (Parts.of(view).graph()) {
            IRI graph = TargetGraph.of(config.outputSettings(name).graph()).graphName(key);
            List<Statement> marked = graph(name, stream);
            marked.add(LightValueFactory.getInstance().createStatement(graph, OLD_SINCE, DateTimes.literal(timeMs)));
            write(name, new Parts(true, false), stream, key, new ViewAnswer(marked, List.of()), timeMs, false);
        }
    }

    private void row(String view, byte[] key, byte @Nullable [] value, long timeMs, boolean isOld) {
        Record<byte[], RoutedFrame> out =
                new Record<>(key, new RoutedFrame(value, context.taskId().partition()), time(timeMs));
        out.headers().add(RecordHeaderNames.CONTENT_TYPE, JSON);
        if (isOld) {
            out.headers().add(OLD, Long.toString(timeMs).getBytes(StandardCharsets.US_ASCII));
        }
        forward(out, view, ROWS);
    }

    private void forward(Record<byte[], RoutedFrame> out, String view, String sink) {
        out.headers().add(VIEW, view.getBytes(StandardCharsets.UTF_8));
        out.headers().add(EPOCH, Long.toString(epoch).getBytes(StandardCharsets.US_ASCII));
        context.forward(out, sink);
    }

    /** Kafka has no times before 1970. */
    private static long time(long ms) {
        return Math.max(0, ms);
    }

    /**
     * The stored rows of one answer.
     *
     * @param keyHead of the form in which the rows were written
     * @param valueForm of that form
     * @param rows as {@link RowChanges#stored} has them; null if there is none
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Stored(String keyHead, int valueForm, byte @Nullable [] rows) {
        static Stored of(byte @Nullable [] bytes) {
            if (bytes == null) {
                return new Stored("", 0, null);
            }
            ByteBuffer in = ByteBuffer.wrap(bytes);
            int valueForm = in.remaining() < 2 * Integer.BYTES ? 0 : in.getInt();
            int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
            if (length < 0 || length > in.remaining()) {
                throw new IllegalArgumentException("rows that are damaged");
            }
            byte[] head = new byte[length];
            in.get(head);
            byte[] rows = new byte[in.remaining()];
            in.get(rows);
            return new Stored(new String(head, StandardCharsets.UTF_8), valueForm, rows);
        }

        byte[] bytes() {
            byte[] head = keyHead.getBytes(StandardCharsets.UTF_8);
            byte[] all = rows == null ? new byte[0] : rows;
            return ByteBuffer.allocate(2 * Integer.BYTES + head.length + all.length)
                    .putInt(valueForm)
                    .putInt(head.length)
                    .put(head)
                    .put(all)
                    .array();
        }
    }
}
