package dev.velella.source.http;

import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.task.RdfSourceTask;
import dev.velella.source.task.SourceSession;

/** Emits the elements of a URL. {@link #stop} cancels the current request, and does not wait. */
public final class HttpSourceTask extends RdfSourceTask {
    private final HttpCounts counts = new HttpCounts();

    /** Creates a task. The Connect worker calls this. */
    public HttpSourceTask() {
        super(new HttpSourceType(), System::nanoTime);
    }

    /** Counts of the task's requests and elements so far. */
    HttpCounts counts() {
        return counts;
    }

    @Override
    protected SourceSession open(RdfSourceConfig config, RecordStamps stamps) {
        return HttpSourceSession.open(config, stamps, context, counts);
    }
}
