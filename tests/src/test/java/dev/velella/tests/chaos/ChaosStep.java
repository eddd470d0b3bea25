package dev.velella.tests.chaos;

import java.util.ArrayList;
import java.util.List;

/** Something that happens while records are written and read. */
enum ChaosStep {
    NOTHING(run -> {}),
    SOURCES_SCALED_OUT(run -> run.scaleSources(3)),
    SINKS_SCALED_OUT(run -> run.scaleSinks(3)),
    SOURCES_RESTARTED(ChaosRun::restartSources),
    SINKS_RESTARTED(ChaosRun::restartSinks),
    WORKER_KILLED(ChaosRun::killWorker),
    SOURCES_SCALED_IN(run -> run.scaleSources(1)),
    SINKS_SCALED_IN(run -> run.scaleSinks(1));

    private static final List<ChaosStep> ROUND = List.of(
            NOTHING,
            SOURCES_SCALED_OUT,
            SINKS_SCALED_OUT,
            SOURCES_RESTARTED,
            WORKER_KILLED,
            SINKS_RESTARTED,
            SOURCES_SCALED_IN,
            SINKS_SCALED_IN);

    private static final List<ChaosStep> SHORT = List.of(SOURCES_SCALED_OUT, WORKER_KILLED, SINKS_RESTARTED, NOTHING);

    private final Happening happening;

    /** Does it. */
    private interface Happening {
        void happenTo(ChaosRun run) throws Exception;
    }

    ChaosStep(Happening happening) {
        this.happening = happening;
    }

    void happenTo(ChaosRun run) throws Exception {
        happening.happenTo(run);
    }

    /** The worst, once. */
    static List<ChaosStep> shortRound() {
        return SHORT;
    }

    /** Everything once, as often as asked for, and a calm end. */
    static List<ChaosStep> rounds(long rounds) {
        List<ChaosStep> steps = new ArrayList<>();
        for (long round = 0; round < rounds; round++) {
            steps.addAll(ROUND);
        }
        steps.add(NOTHING);
        return steps;
    }
}
