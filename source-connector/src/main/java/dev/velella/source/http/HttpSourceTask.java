package dev.velella.source.http;

import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.task.RdfSourceTask;
import dev.velella.source.task.SourceSession;

/** Emits the elements of a URL. {@link #stop} ends the request that is under way, and does not wait for that. */
public final class HttpSourceTask extends RdfSourceTask {
    private final HttpCounts counts = new HttpCounts();

    /** For the Connect worker. */
    public HttpSourceTask() {
        super(new HttpSourceType(), System::nanoTime);
    }

    /** Its requests and elements so far. */
    HttpCounts counts() {
        return counts;
    }

    @Override
    protected SourceSession open(RdfSourceConfig config, RecordStamps stamps) {
        return HttpSourceSession.open(config, stamps, context, counts);
    }
}
