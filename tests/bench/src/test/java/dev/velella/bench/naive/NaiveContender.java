package dev.velella.bench.naive;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.process.ChildJvm;
import dev.velella.bench.process.FreePort;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The hand-made pipeline: three processes. */
final class NaiveContender implements Contender {
    private static final List<String> JVM_OPTIONS = List.of(
            "-Xmx512m",
            "-XX:+UseG1GC",
            "-Dsun.net.httpserver.nodelay=true",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");

    private final Task task;
    private final boolean better;
    private final int port;
    private final Map<String, Process> processes = new LinkedHashMap<>();

    NaiveContender(Task task, boolean better) throws IOException {
        this.task = task;
        this.better = better;
        this.port = FreePort.next();
    }

    @Override
    public void start() throws IOException {
        for (String part : PARTS) {
            startPart(part);
        }
    }

    private void startPart(String part) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                switch (part) {
                    case "source" -> "bridge";
                    case "sink" -> "store";
                    default -> part;
                },
                task.bootstrapServers(),
                Boolean.toString(better),
                Integer.toString(Task.SESSION_MS),
                task.graphs(),
                task.patches()));
        if (part.equals("source")) {
            arguments.add(Integer.toString(task.mqttPort()));
        } else if (part.equals("sink") && task.server() != null) {
            arguments.add(task.server().queryUrl().toString());
        } else if (part.equals("sink")) {
            arguments.add(task.folder().resolve("store-" + task.name()).toString());
            arguments.add(Integer.toString(port));
        }
        processes.put(
                part,
                ChildJvm.start(
                        NaivePart.class,
                        JVM_OPTIONS,
                        arguments,
                        Redirect.appendTo(task.folder()
                                .resolve(part + "-" + task.name() + ".log")
                                .toFile())));
    }

    @Override
    public List<Long> pids() {
        return processes.values().stream().map(Process::pid).toList();
    }

    @Override
    public void kill(String part) throws IOException {
        processes.get(part).destroyForcibly().onExit().join();
        startPart(part);
    }

    @Override
    public String queryUrl() {
        return task.server() == null
                ? "http://localhost:" + port + "/"
                : task.server().queryUrl().toString();
    }

    @Override
    public void check() {
        processes.forEach((part, process) -> {
            if (!process.isAlive()) {
                throw new BenchmarkException(
                        "the " + part + " of " + task.name() + " ended; its log is in " + task.folder());
            }
        });
    }

    @Override
    public void close() {
        processes.values().forEach(process -> process.destroyForcibly().onExit().join());
    }
}
