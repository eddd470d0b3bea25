package dev.velella.tests.soak;

import dev.velella.tests.chaos.WorkerRest;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Starts programs again that have ended by themselves, and restarts connectors that have failed, as a supervisor and an operator
 * do. Works whenever somebody lets it look; what it does stands in the log of faults.
 */
final class Supervisor {
    private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    private final List<ChildProcess> processes;
    private final List<SoakWorker> workers;
    private final List<String> connectors;
    private final FaultLog log;
    private long looked;
    private int revived;
    private int healed;

    Supervisor(List<ChildProcess> processes, List<SoakWorker> workers, List<String> connectors, FaultLog log) {
        this.processes = List.copyOf(processes);
        this.workers = List.copyOf(workers);
        this.connectors = List.copyOf(connectors);
        this.log = log;
    }

    /** All programs that it looks after. */
    List<ChildProcess> processes() {
        return processes;
    }

    /** A worker that should answer. */
    WorkerRest rest() {
        return workers.stream()
                .filter(worker -> worker.process().isUp())
                .findFirst()
                .orElse(workers.get(0))
                .operator();
    }

    /** Looks after everything once; after connectors not more often than once a second. */
    void look() throws Exception {
        for (ChildProcess process : processes) {
            if (process.revive()) {
                revived++;
                log.line(process.name() + " had ended by itself and is started again");
            }
        }
        if (System.nanoTime() - looked < PAUSE_NS) {
            return;
        }
        for (String connector : connectors) {
            String why = failure(connector);
            if (!why.isEmpty() && rest().heal(connector) > 0) {
                healed++;
                log.line(connector + " is restarted, for it had failed: " + why);
            }
        }
        looked = System.nanoTime();
    }

    private String failure(String connector) throws InterruptedException {
        for (SoakWorker worker : workers) {
            if (worker.process().isUp()) {
                try {
                    return worker.connect().failure(connector).orElse("");
                } catch (IOException e) {
                    // it may be starting; the other one is asked
                }
            }
        }
        return "";
    }

    /** Number of programs that ended by themselves and were started again. */
    int revived() {
        return revived;
    }

    /** Number of times that a failed connector was restarted. */
    int healed() {
        return healed;
    }
}
