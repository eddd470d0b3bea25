package dev.velella.tests.soak;

import java.time.Duration;

/** Kinds of faults, each with the part that it happens to and the time that it lasts. */
enum FaultKind {
    KILL_WORKER(Part.WORKER, 0),
    KILL_DIFF(Part.DIFF, 0),
    KILL_SERVE(Part.SERVE, 0),
    FREEZE_WORKER(Part.WORKER, 30),
    FREEZE_DIFF(Part.DIFF, 30),
    FREEZE_SERVE(Part.SERVE, 30),
    RESTART_WORKER(Part.WORKER, 0),
    RESTART_DIFF(Part.DIFF, 0),
    RESTART_SERVE(Part.SERVE, 0),
    /** One instance of the diff app, then three, then as many as before. */
    SCALE_DIFF(Part.DIFF, 5),
    /** Three tasks for each store on a server, then one as before. */
    SCALE_SINKS(Part.SINKS, 5),
    RESTART_KAFKA(Part.KAFKA, 0),
    /** Of the only broker, which can leave a transaction without the end that it has acknowledged. */
    KILL_KAFKA(Part.KAFKA, 0),
    FREEZE_KAFKA(Part.KAFKA, 12),
    /** Orderly: a broker of MQTT that is killed may forget messages, and then nobody else can know them. */
    RESTART_MQTT(Part.MQTT, 0),
    FREEZE_MQTT(Part.MQTT, 12),
    CUT_MQTT(Part.MQTT, 10),
    SLOW_MQTT(Part.MQTT, 15),
    KILL_STORE(Part.STORE, 0),
    CUT_STORE(Part.STORE, 10),
    SLOW_STORE(Part.STORE, 15),
    /** No room beside the files of the LMDB store. */
    FULL_DISK_STORE(Part.STORE, 10),
    /** No room beside the state of an instance of the diff app. */
    FULL_DISK_DIFF(Part.DIFF, 10),
    CLOCK_WORKER(Part.WORKER, 20),
    CLOCK_DIFF(Part.DIFF, 20),
    CLOCK_SERVE(Part.SERVE, 20);

    /** What a fault happens to. */
    enum Part {
        WORKER,
        DIFF,
        SERVE,
        SINKS,
        KAFKA,
        MQTT,
        STORE
    }

    private final Part part;
    private final Duration lasts;

    FaultKind(Part part, int seconds) {
        this.part = part;
        lasts = Duration.ofSeconds(seconds);
    }

    Part part() {
        return part;
    }

    /** Time between its two halves, such as death and new start. */
    Duration lasts() {
        return lasts;
    }

    /** Whether it is drawn if no kinds are named. */
    boolean isUsual() {
        return this != KILL_KAFKA;
    }

    /** Whether it asks running parts for something, so that these must not fail meanwhile. */
    boolean standsAlone() {
        return this == SCALE_DIFF || this == SCALE_SINKS;
    }
}
