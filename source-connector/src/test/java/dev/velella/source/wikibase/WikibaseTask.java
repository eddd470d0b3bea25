package dev.velella.source.wikibase;

import dev.velella.source.RdfSourceTask;
import java.time.Clock;

/** A task whose counts tests can read. */
final class WikibaseTask extends RdfSourceTask {
    private final WikibaseCounts counts;

    WikibaseTask() {
        this(new WikibaseCounts());
    }

    private WikibaseTask(WikibaseCounts counts) {
        super(WikibaseSource.type(() -> counts), Clock.systemUTC(), System::nanoTime);
        this.counts = counts;
    }

    WikibaseCounts counts() {
        return counts;
    }
}
