package dev.velella.source.file;

import dev.velella.kit.retry.RetryWarnings;
import dev.velella.kit.thread.Daemon;
import dev.velella.source.format.FileSet;
import dev.velella.source.format.InputFormatException;
import dev.velella.source.task.SourceType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for new files at a fixed interval, on a thread of its own, until it is closed. */
final class FileWatch implements SourceType.Watch {
    private static final Logger log = LoggerFactory.getLogger(FileWatch.class);

    private final List<String> names;
    private final Duration interval;
    private final Runnable whenNew;
    private final Set<Path> known = new HashSet<>();
    private final RetryWarnings warnings = new RetryWarnings();
    private final CountDownLatch closed = new CountDownLatch(1);

    /**
     * Starts the thread.
     *
     * @param names names, directories and patterns, as for {@link FileSet#find}
     * @param found the files that are known already
     * @param whenNew called when there are new files
     */
    FileWatch(List<String> names, List<Path> found, Duration interval, Runnable whenNew) {
        this.names = names;
        this.interval = interval;
        this.whenNew = whenNew;
        known.addAll(found);
        Thread thread = Daemon.of("velella-file-watch", this::run);
        thread.start();
    }

    private void run() {
        try {
            while (!closed.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks once. Two threads must not call this at the same time. */
    void look() {
        try {
            List<Path> found = FileSet.find(names);
            warnings.succeeded();
            if (known.addAll(found)) {
                log.info("New files to read; there are {} now", found.size());
                whenNew.run();
            }
        } catch (InputFormatException | IllegalArgumentException e) {
            if (warnings.isDue(String.valueOf(e.getMessage()))) {
                log.warn("Velella cannot look for new files: {}", e.getMessage());
            }
        } catch (RuntimeException e) {
            if (warnings.isDue(e.toString())) {
                log.warn("Velella cannot look for new files; the next try is in {}", interval, e);
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
