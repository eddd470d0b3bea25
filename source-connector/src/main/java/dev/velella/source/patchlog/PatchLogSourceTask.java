package dev.velella.source.patchlog;

import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.task.RdfSourceTask;
import dev.velella.source.task.SourceSession;

/** Emits the patches of an RDF Patch log. */
public final class PatchLogSourceTask extends RdfSourceTask {
    /** Creates a task. The Connect worker calls this. */
    public PatchLogSourceTask() {
        super(new PatchLogSourceType(), System::nanoTime);
    }

    @Override
    protected SourceSession open(RdfSourceConfig config, RecordStamps stamps) {
        return PatchLogSession.open(config, stamps, context);
    }
}
