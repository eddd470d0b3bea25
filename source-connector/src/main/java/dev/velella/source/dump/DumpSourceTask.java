package dev.velella.source.dump;

import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.task.RdfSourceTask;
import dev.velella.source.task.SourceSession;

/** Emits the statements of dumps. */
public final class DumpSourceTask extends RdfSourceTask {
    /** Creates a task. The Connect worker calls this. */
    public DumpSourceTask() {
        super(new DumpSourceType(), System::nanoTime);
    }

    @Override
    protected SourceSession open(RdfSourceConfig config, RecordStamps stamps) {
        return DumpSession.open(config, stamps, context);
    }
}
