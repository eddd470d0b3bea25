package dev.velella.tests;

import dev.velella.status.read.ConnectRest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The distribution that the build made, and programs of it in processes of their own. */
public final class Installation {
    /** Heap of a worker where a test asks for no other. */
    static final int WORKER_HEAP_MEGABYTES = 384;

    private Installation() {}

    public static Path home() {
        Path home = Path.of(System.getProperty("velella.home", "../deploy/app/target/distribution/velella"))
                .toAbsolutePath()
                .normalize();
        if (!Files.isDirectory(home.resolve("plugins"))) {
            throw new IllegalStateException(home + " is no distribution: build deploy/app first");
        }
        return home;
    }

    /** The libraries, in the order in which the command line names them too: an archive of classes is for one order. */
    static String classPath() {
        try (Stream<Path> files = Files.list(home().resolve("lib"))) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith(".jar"))
                    .sorted()
                    .collect(Collectors.joining(":"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A folder without plugins: the worker finds Velella on its class path, so that it has the classes that its JVM has compiled
     * for the test before, or those of the archive. Workers with the plugin in a folder, as users have it, are those of
     * {@code PluginDirectoryIT}, {@code StandardWorkerIT}, {@code SamplesIT}, {@code QuickstartIT} and {@code GettingStartedIT}.
     */
    public static Path plugins() {
        try {
            return Files.createDirectories(Path.of("target", "no-plugins")).toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a finished command left. */
    public record Outcome(int status, String out, String err) {}

    /** Runs the command line and waits for its end. */
    public static Outcome velella(Path scratch, String... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile(scratch, "out", ".txt");
        Path err = Files.createTempFile(scratch, "err", ".txt");
        Process process = start(out, err, arguments);
        if (!process.waitFor(480, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(
                    "velella " + List.of(arguments) + " did not end: " + Files.readString(out) + Files.readString(err));
        }
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** Starts the command line with its output in files. */
    public static Process start(Path out, Path err, String... arguments) throws IOException {
        return start(ChildJvm.optionsOfCommandLine(), out, err, arguments);
    }

    /** As the other, with options for its JVM. */
    public static Process start(String jvmOptions, Path out, Path err, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(home().resolve("bin/velella").toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("VELELLA_OPTS", jvmOptions);
        return builder.start();
    }

    /** Waits until a worker answers. */
    public static void awaitUp(ConnectRest worker) throws Exception {
        Await.until("the worker answers", Duration.ofSeconds(180), () -> {
            try {
                return !worker.plugins().isEmpty();
            } catch (IOException e) {
                return false;
            }
        });
    }

    /** As the other; fails at once where the process ends. */
    public static void awaitUp(ConnectRest worker, Process process) throws Exception {
        Await.until("the worker answers", Duration.ofSeconds(480), () -> {
            if (!process.isAlive()) {
                throw new AssertionError("the worker ended" + LogTail.of("worker.log"));
            }
            try {
                return !worker.plugins().isEmpty();
            } catch (IOException e) {
                return false;
            }
        });
    }

    /** Starts a distributed Connect worker in a process of its own; its log goes to {@code target/worker.log}. */
    public static Process worker(Path scratch, Map<String, String> configuration) throws IOException {
        return worker(scratch, configuration, List.of());
    }

    /** As the other, with options for the JVM. */
    public static Process worker(Path scratch, Map<String, String> configuration, List<String> jvmOptions)
            throws IOException {
        return worker(scratch, configuration, jvmOptions, WORKER_HEAP_MEGABYTES);
    }

    /** As the other, with a heap of so many MB. */
    public static Process worker(
            Path scratch, Map<String, String> configuration, List<String> jvmOptions, int heapMegabytes)
            throws IOException {
        return worker(scratch, configuration, jvmOptions, heapMegabytes, Path.of("target", "worker.log"));
    }

    /** As the other, with a log of its own. */
    public static Process worker(
            Path scratch, Map<String, String> configuration, List<String> jvmOptions, int heapMegabytes, Path log)
            throws IOException {
        Path file = scratch.resolve("worker.properties");
        Properties properties = new Properties();
        properties.putAll(configuration);
        try (OutputStream stream = Files.newOutputStream(file)) {
            properties.store(stream, null);
        }
        List<String> options = new ArrayList<>(jvmOptions);
        options.add("-Dlog4j2.configurationFile=log4j2-worker.xml");
        List<String> command = ChildJvm.ofDistribution(heapMegabytes, options);
        command.addAll(List.of("org.apache.kafka.connect.cli.ConnectDistributed", file.toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }
}
