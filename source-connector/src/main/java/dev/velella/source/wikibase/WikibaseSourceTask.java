package dev.velella.source.wikibase;

import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.task.RdfSourceTask;
import dev.velella.source.task.SourceSession;

/** Emits the changes of the entities of a Wikibase. {@link #stop} ends the connection, and does not wait. */
public final class WikibaseSourceTask extends RdfSourceTask {
    private final WikibaseCounts counts = new WikibaseCounts();

    /** Creates a task. The Connect worker calls this. */
    public WikibaseSourceTask() {
        super(new WikibaseSourceType(), System::nanoTime);
    }

    /** Counts of the task so far. */
    WikibaseCounts counts() {
        return counts;
    }

    @Override
    protected SourceSession open(RdfSourceConfig config, RecordStamps stamps) {
        return WikibaseSession.open(config, stamps, context, counts);
    }
}
