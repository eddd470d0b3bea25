package dev.velella.tests.soak;

import dev.velella.fixture.CutProxy;
import dev.velella.fixture.SmallDisk;
import dev.velella.tests.Await;
import dev.velella.tests.remote.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Lets faults happen to a pipeline. Each has two halves, its begin and its end; after the end the part is there again as a
 * supervisor would have it.
 */
final class FaultInjector {
    /** Some readings a second still get through. */
    private static final long SLOW_BYTES_PER_SECOND = 20_000;

    private static final int MORE_TASKS = 3;

    private final SoakPipeline pipeline;
    private final Duration longest;
    private final List<Begun> begun = new ArrayList<>();

    /** A half of a fault. */
    private interface Half {
        void run() throws Exception;
    }

    private record Halves(String who, Half begin, Half end) {}

    private record Begun(Fault fault, Half end, long endNanoTime) {}

    /** @param longest time that a fault lasts, however long its kind does */
    FaultInjector(SoakPipeline pipeline, Duration longest) {
        this.pipeline = pipeline;
        this.longest = longest;
    }

    /** Kinds that this machine cannot have, with the reason. */
    Map<FaultKind, String> impossible() {
        Map<FaultKind, String> impossible = new EnumMap<>(FaultKind.class);
        if (FakeClock.library().isEmpty()) {
            for (FaultKind kind : List.of(FaultKind.CLOCK_WORKER, FaultKind.CLOCK_DIFF, FaultKind.CLOCK_SERVE)) {
                impossible.put(kind, "libfaketime is not installed (apt-get install libfaketime)");
            }
        }
        if (!pipeline.lmdbDisk.canBeFilled() || !pipeline.diffDisk.canBeFilled()) {
            for (FaultKind kind : List.of(FaultKind.FULL_DISK_STORE, FaultKind.FULL_DISK_DIFF)) {
                impossible.put(kind, "only root may mount a small disk");
            }
        }
        return impossible;
    }

    /** The first half. */
    void begin(Fault fault) throws Exception {
        Halves halves = halves(fault);
        pipeline.log.begun(fault, halves.who());
        halves.begin().run();
        Duration lasts =
                fault.kind().lasts().compareTo(longest) < 0 ? fault.kind().lasts() : longest;
        begun.add(new Begun(fault, halves.end(), System.nanoTime() + lasts.toNanos()));
    }

    /** The second half of all that has begun; afterwards all is whole. */
    void end() throws Exception {
        for (Begun one : begun) {
            pipeline.awaitTime(one.fault().kind() + " lasts", one.endNanoTime());
            one.end().run();
            pipeline.log.ended(one.fault());
        }
        long over = System.nanoTime();
        pipeline.awaitWhole(pipeline.devices.last());
        for (Begun one : begun) {
            pipeline.log.whole(one.fault(), Duration.ofNanos(System.nanoTime() - over));
        }
        begun.clear();
    }

    private Halves halves(Fault fault) {
        int victim = fault.victim();
        ServerProcess server = pipeline.servers.get(victim % 2);
        CutProxy storeLink = pipeline.storeLinks.get(victim % 2);
        return switch (fault.kind()) {
            case KILL_WORKER, KILL_DIFF, KILL_SERVE -> {
                ChildProcess process = process(fault);
                yield new Halves(process.name() + " gets SIGKILL", process::kill, process::start);
            }
            case FREEZE_WORKER, FREEZE_DIFF, FREEZE_SERVE -> {
                ChildProcess process = process(fault);
                yield new Halves(process.name() + " gets SIGSTOP, and SIGCONT later", process::freeze, process::thaw);
            }
            case RESTART_WORKER, RESTART_DIFF, RESTART_SERVE -> {
                ChildProcess process = process(fault);
                yield new Halves(process.name() + " is stopped and started", process::stop, process::start);
            }
            case CLOCK_WORKER, CLOCK_DIFF, CLOCK_SERVE -> {
                ChildProcess process = process(fault);
                FakeClock clock = FakeClock.anHour(fault.ahead());
                yield new Halves(
                        process.name() + " is started with a clock that goes wrong by " + clock.offset(),
                        () -> restart(process, clock),
                        () -> restart(process, FakeClock.RIGHT));
            }
            case SCALE_DIFF ->
                new Halves(
                        "instances of the diff app 1, 3, 2",
                        pipeline.diffs.get(1).process()::stop,
                        this::growDiff);
            case SCALE_SINKS ->
                new Halves(
                        "tasks of each sink of a server " + MORE_TASKS + ", 1",
                        () -> scaleSinks(MORE_TASKS),
                        () -> scaleSinks(1));
            case RESTART_KAFKA ->
                new Halves("kafka is stopped and started", pipeline.kafka::stop, pipeline.kafka::start);
            case KILL_KAFKA -> new Halves("kafka gets SIGKILL", pipeline.kafka::kill, pipeline.kafka::start);
            case FREEZE_KAFKA ->
                new Halves("kafka gets SIGSTOP, and SIGCONT later", pipeline.kafka::pause, pipeline.kafka::resume);
            case RESTART_MQTT ->
                new Halves("the broker of MQTT is stopped and started", this::stopMqtt, this::startMqtt);
            case FREEZE_MQTT ->
                new Halves(
                        "the broker of MQTT gets SIGSTOP, and SIGCONT later",
                        pipeline.mqtt::pause,
                        pipeline.mqtt::resume);
            case CUT_MQTT -> cut("link to the broker of MQTT", pipeline.mqttLink);
            case SLOW_MQTT -> slow("link to the broker of MQTT", pipeline.mqttLink);
            case CUT_STORE -> cut("link to " + server, storeLink);
            case SLOW_STORE -> slow("link to " + server, storeLink);
            case KILL_STORE ->
                new Halves(server + " gets SIGKILL", server::kill, () -> {
                    server.start();
                    server.awaitUp();
                });
            case FULL_DISK_STORE -> full("disk of the LMDB store", pipeline.lmdbDisk);
            case FULL_DISK_DIFF -> full("disk of diff-0", pipeline.diffDisk);
        };
    }

    private ChildProcess process(Fault fault) {
        int victim = fault.victim() % 2;
        return switch (fault.kind().part()) {
            case WORKER -> pipeline.workers.get(victim).process();
            case DIFF -> pipeline.diffs.get(victim).process();
            default -> pipeline.serve.process();
        };
    }

    private static Halves cut(String link, CutProxy proxy) {
        return new Halves(link + " is cut", () -> proxy.refuse(true), () -> proxy.refuse(false));
    }

    private static Halves slow(String link, CutProxy proxy) {
        return new Halves(
                link + " carries " + SLOW_BYTES_PER_SECOND + " bytes/s",
                () -> proxy.narrow(SLOW_BYTES_PER_SECOND),
                () -> proxy.narrow(Long.MAX_VALUE));
    }

    private static Halves full(String name, SmallDisk disk) {
        return new Halves(name + " is full", disk::fill, disk::empty);
    }

    private static void restart(ChildProcess process, FakeClock clock) throws Exception {
        process.stop();
        process.start(clock);
    }

    /** No message is on its way from a device, else the device would send it again, and rightly so. */
    private void stopMqtt() throws Exception {
        pipeline.devices.hold();
        pipeline.mqtt.stop();
    }

    private void startMqtt() throws Exception {
        pipeline.mqtt.start();
        pipeline.devices.go();
    }

    private void growDiff() throws Exception {
        SoakService third = pipeline.diffs.get(2);
        pipeline.diffs.get(1).process().start();
        third.process().start();
        Await.until("three instances of the diff app", SoakDevices.PATIENCE, () -> {
            pipeline.supervisor.look();
            return pipeline.diffs.get(1).isReady() && third.isReady();
        });
        third.process().stop();
    }

    private void scaleSinks(int tasks) throws Exception {
        for (SoakStore store : pipeline.stores.subList(2, 4)) {
            Await.until(store.name() + " gets other options", SoakDevices.PATIENCE, () -> {
                pipeline.supervisor.look();
                return pipeline.supervisor.rest().configure(store.name(), store.config(tasks));
            });
        }
        for (SoakStore store : pipeline.stores.subList(2, 4)) {
            Await.until(store.name() + " has tasks: " + tasks, SoakDevices.PATIENCE, () -> {
                pipeline.supervisor.look();
                return pipeline.supervisor.rest().runningTasks(store.name()) == tasks;
            });
        }
    }
}
