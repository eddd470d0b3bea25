package dev.velella.source.sparql;

import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.task.RdfSourceTask;
import dev.velella.source.task.SourceSession;

/** Emits the named graphs of a SPARQL endpoint that have changed. */
public final class SparqlSourceTask extends RdfSourceTask {
    /** Creates a task. The Connect worker calls this. */
    public SparqlSourceTask() {
        super(new SparqlSourceType(), System::nanoTime);
    }

    @Override
    protected SourceSession open(RdfSourceConfig config, RecordStamps stamps) {
        return SparqlSession.open(config, stamps, context);
    }
}
