package dev.velella.source.rdf4j;

import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.task.RdfSourceTask;
import dev.velella.source.task.SourceSession;

/** Emits the committed changes of a repository. */
public final class Rdf4jSourceTask extends RdfSourceTask {
    /** Creates a task. The Connect worker calls this. */
    public Rdf4jSourceTask() {
        super(new Rdf4jSourceType(), System::nanoTime);
    }

    @Override
    protected SourceSession open(RdfSourceConfig config, RecordStamps stamps) {
        return Rdf4jSession.open(config, stamps, context);
    }
}
