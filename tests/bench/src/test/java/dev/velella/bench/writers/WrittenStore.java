package dev.velella.bench.writers;

import com.sun.management.OperatingSystemMXBean;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.sink.MeasuredStore;
import dev.velella.bench.sink.SinkContender;
import dev.velella.bench.sink.SinkPatches.Numbered;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A store filled with the streams of its tasks. The first task has most of the statements. Closing ends the store. */
final class WrittenStore implements AutoCloseable {
    /** Tasks of a store that takes several. */
    static final int TASKS = 4;

    /** The part of each task but the first in the statements. */
    private static final int SHARE = 10;

    private static final int FILLING = 50_000 / RowStreams.STATEMENTS;

    private static final OperatingSystemMXBean MACHINE =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final MeasuredStore store;
    private final List<Task> tasks = new ArrayList<>();

    private record Task(SinkContender target, RowStreams streams, ExecutorService thread) {}

    /**
     * What a round gave.
     *
     * @param perSecond rows a second of all tasks
     * @param own processors that this process kept busy
     * @param server processors that the server kept busy
     */
    record Rate(double perSecond, double own, double server) {}

    private WrittenStore(MeasuredStore store) {
        this.store = store;
    }

    /**
     * Makes a store and fills it.
     *
     * @param number of tasks, 1 or {@link #TASKS}
     * @param servers as in {@link MeasuredStore#open}
     */
    static WrittenStore filled(String kind, int number, int statements, Path servers) throws IOException {
        WrittenStore made = new WrittenStore(MeasuredStore.open(kind, number, servers));
        boolean filled = false;
        try {
            made.fill(number, statements);
            filled = true;
            return made;
        } finally {
            if (!filled) {
                made.close();
            }
        }
    }

    private void fill(int number, int statements) {
        for (SinkContender target : store.tasks()) {
            int part = tasks.isEmpty() ? statements - (number - 1) * statements / SHARE : statements / SHARE;
            RowStreams streams = new RowStreams("task" + tasks.size() + "-", part);
            tasks.add(new Task(target, streams, Executors.newSingleThreadExecutor()));
        }
        for (Task task : tasks) {
            await(task.thread().submit(() -> fill(task)));
        }
    }

    private static void fill(Task task) {
        List<Numbered> first = task.streams().first();
        for (int from = 0; from < first.size(); from += FILLING) {
            task.target()
                    .prepare(first.subList(from, Math.min(from + FILLING, first.size())))
                    .run();
        }
        task.target().finish();
    }

    /** Writes transactions of a shape, all tasks of the shape at once, and undoes them afterwards. */
    Rate round(Point shape, int transactions) {
        List<Task> writing = tasks.subList(0, shape.tasks());
        List<List<Runnable>> works = new ArrayList<>();
        for (Task task : writing) {
            List<Runnable> work = new ArrayList<>();
            for (int i = 0; i < transactions; i++) {
                work.add(task.target().prepare(task.streams().next(shape)));
            }
            works.add(work);
        }
        long own = MACHINE.getProcessCpuTime();
        long server = store.serverNanos();
        long begin = System.nanoTime();
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < writing.size(); i++) {
            List<Runnable> work = works.get(i);
            Task task = writing.get(i);
            running.add(task.thread().submit(() -> {
                work.forEach(Runnable::run);
                task.target().finish();
            }));
        }
        running.forEach(WrittenStore::await);
        double elapsed = System.nanoTime() - begin;
        Rate rate = new Rate(
                (double) transactions * shape.rows() * writing.size() * 1e9 / elapsed,
                (MACHINE.getProcessCpuTime() - own) / elapsed,
                (store.serverNanos() - server) / elapsed);
        for (Task task : writing) {
            await(task.thread().submit(() -> {
                task.target().prepare(task.streams().back()).run();
                task.target().finish();
            }));
        }
        return rate;
    }

    private static void await(Future<?> work) {
        try {
            work.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new BenchmarkException("a task failed: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        tasks.forEach(task -> task.thread().shutdownNow());
        store.close();
    }
}
