package dev.velella.bench.serve;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.process.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The service of the distribution in a process of its own, with a heap of 256 MiB. Closing ends it. */
final class ServeProcess implements AutoCloseable {
    /** Heap of the service, in MiB. */
    static final int HEAP_MIB = 256;

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Process process;
    private final int port = FreePort.next();
    private final Path log;

    /** Starts the service. */
    ServeProcess(Path home, Path folder, String bootstrapServers, String topic) throws IOException {
        Path config = folder.resolve("serve.properties");
        Files.write(
                config,
                List.of(
                        "bootstrap.servers=" + bootstrapServers,
                        "serve.patch.topic=" + topic,
                        "serve.listener=localhost:" + port,
                        "serve.state.dir=" + folder.resolve("state")));
        log = folder.resolve("serve.log");
        ProcessBuilder builder = new ProcessBuilder(
                        home.resolve("bin/velella").toString(), "serve", "--config", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("VELELLA_OPTS", "-Xmx" + HEAP_MIB + "m -XX:+ExitOnOutOfMemoryError");
        process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    int port() {
        return port;
    }

    /** Waits until all patches that were committed are served. */
    void awaitReady() throws InterruptedException {
        byte[] request = ServeClient.request("/health/ready", "*/*");
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try (ServeClient client = new ServeClient(port)) {
                client.get(request, null);
                return;
            } catch (IOException | BenchmarkException e) {
                if (System.nanoTime() > until || !process.isAlive()) {
                    throw new BenchmarkException("the service is not ready; its log is " + log, e);
                }
            }
            Thread.sleep(20);
        }
    }

    /** What the heap holds after a full collection, in MiB. */
    double liveMegabytes() throws IOException, InterruptedException {
        command("GC.run");
        double used = 0;
        // "def new generation   total 78656K, used 12K [...", and the same for the old one.
        for (String line : command("GC.heap_info").split("\n", -1)) {
            if (line.contains("generation") && line.contains("used ")) {
                String text = line.substring(line.indexOf("used ") + 5);
                used += Double.parseDouble(text.substring(0, text.indexOf('K'))) / 1024;
            }
        }
        return used;
    }

    private String command(String name) throws IOException, InterruptedException {
        Process command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(process.pid()),
                        name)
                .redirectErrorStream(true)
                .start();
        String said = new String(command.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (command.waitFor() != 0) {
            throw new BenchmarkException("jcmd " + name + ": " + said);
        }
        return said;
    }

    /** Processor time of the service so far, in ns. */
    long cpuNanos() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }

    /** The largest resident memory so far, in MiB; not a number where the system does not say. */
    double residentMegabytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return Double.NaN;
        }
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith("VmHWM:")) {
                return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
            }
        }
        return Double.NaN;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
