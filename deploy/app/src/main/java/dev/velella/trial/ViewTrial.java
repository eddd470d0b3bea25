package dev.velella.trial;

import dev.velella.diff.compare.RollingDiff;
import dev.velella.document.DocumentWriter;
import dev.velella.document.format.DocumentFormat;
import dev.velella.log.LogException;
import dev.velella.log.LogRecord;
import dev.velella.log.ReplayedGraph;
import dev.velella.log.Span;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.topic.TopicSession;
import dev.velella.view.View;
import dev.velella.view.ViewEngine;
import dev.velella.view.ViewSet;
import dev.velella.view.answer.AnswerFailedException;
import dev.velella.view.answer.RowChanges;
import dev.velella.view.answer.ViewAnswer;
import dev.velella.view.data.StreamData;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A view that is tried: it gets graph after graph of streams, as the app would give them, and what changes in its answers is
 * written. A graph whose change does not touch the view, or that changes no answer, gives its title alone. Not thread-safe.
 */
public final class ViewTrial {
    private final View view;
    private final ViewEngine engine;
    private final Appendable out;
    private final Map<String, Stream> streams = new HashMap<>();
    private boolean hasFailed;

    /** What is known of a stream. */
    private static final class Stream {
        private Set<Statement> graph = Set.of();
        private Set<Statement> answer = Set.of();
        private byte @Nullable [] rows;
        private boolean isAsked;
        private long time;
    }

    /**
     * A trial of the only view of a set.
     *
     * @param out gets the changes
     */
    public ViewTrial(ViewSet set, Appendable out) {
        view = set.views().get(0);
        engine = set.newEngine();
        this.out = out;
    }

    /** Whether an answer failed. */
    public boolean hasFailed() {
        return hasFailed;
    }

    /**
     * Takes the next graph of a stream.
     *
     * @param title of the graph, for the output
     * @param graph empty if the stream ends
     * @param timeMs event time in ms since 1970
     */
    public void next(String title, String key, Collection<Statement> graph, long timeMs) throws IOException {
        Stream stream = streams.computeIfAbsent(key, none -> new Stream());
        Set<Statement> after = new LinkedHashSet<>(graph);
        RollingDiff change = RollingDiff.between(stream.graph, after);
        stream.graph = after;
        stream.time = timeMs;
        out.append("# ").append(title).append('\n');
        if (after.isEmpty()) {
            write(stream, ViewAnswer.EMPTY);
            stream.isAsked = false;
        } else if (!stream.isAsked
                || !engine.touched(change.deletes(), change.adds()).isEmpty()) {
            ask(stream, timeMs);
        }
    }

    /** Asks the view for each stream at the times at which it wants to be asked, until then. */
    public void tick(long untilMs) throws IOException {
        for (Map.Entry<String, Stream> each : streams.entrySet()) {
            Stream stream = each.getValue();
            long tick = view.nextTick(stream.time, stream.time);
            while (stream.isAsked && tick >= 0 && tick <= untilMs) {
                out.append("# stream " + each.getKey() + " at " + Instant.ofEpochMilli(tick) + '\n');
                ask(stream, tick);
                tick = view.nextTick(stream.time, tick);
            }
        }
    }

    private void ask(Stream stream, long timeMs) throws IOException {
        stream.isAsked = true;
        try {
            write(stream, engine.answer(view, StreamData.of(stream.graph), timeMs, List.copyOf(stream.answer)));
        } catch (AnswerFailedException e) {
            hasFailed = true;
            out.append("! ").append(e.getMessage()).append('\n');
        }
    }

    private void write(Stream stream, ViewAnswer answer) throws IOException {
        if (view.kind().hasRows()) {
            RowChanges change = RowChanges.between(stream.rows, answer.rows());
            stream.rows = change.stored();
            for (String key : change.deletes()) {
                out.append("- ").append(key).append('\n');
            }
            for (var row : change.upserts()) {
                out.append("+ ").append(row.json()).append('\n');
            }
            return; // the report graph of shapes says the same
        }
        Set<Statement> next = new LinkedHashSet<>(answer.graph());
        RollingDiff change = RollingDiff.between(stream.answer, next);
        stream.answer = next;
        for (Statement each : change.deletes()) {
            out.append("- ").append(line(each));
        }
        for (Statement each : change.adds()) {
            out.append("+ ").append(line(each));
        }
    }

    private static String line(Statement statement) {
        return DocumentWriter.write(DocumentFormat.N_TRIPLES, RdfGraph.of(List.of(statement)));
    }

    /** Takes the graphs and patches of a topic, partition by partition. */
    public void read(TopicSession session) throws IOException {
        Map<String, ReplayedGraph> patched = new HashMap<>();
        for (Span span : session.spans()) {
            session.reader()
                    .read(
                            span,
                            (ConsumerRecord<byte[], byte[]> record) ->
                                    take(LogRecord.of(session.interpreter().read(record)), patched));
        }
    }

    private void take(LogRecord record, Map<String, ReplayedGraph> patched) throws IOException {
        String key = String.valueOf(record.key());
        String title = record.place() + " stream " + key + " at " + Instant.ofEpochMilli(record.eventTime());
        if (record.element() instanceof RdfPatch) {
            ReplayedGraph graph = patched.computeIfAbsent(key, none -> new ReplayedGraph());
            graph.apply(record);
            next(title, key, new ArrayList<>(graph.statements()), record.eventTime());
        } else if (record.element() instanceof RdfGraph graph) {
            next(title, key, graph.statements(), record.eventTime());
        } else if (patched.containsKey(key)) {
            throw new LogException(record.place() + ": a tombstone among patches");
        } else {
            next(title, key, List.of(), record.eventTime());
        }
    }
}
