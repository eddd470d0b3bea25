package dev.velella.tests.soak;

import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.Ports;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.chaos.WorkerRest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** One of the workers of a cluster, with the plugin directory of the distribution. */
final class SoakWorker implements AutoCloseable {
    private static final int HEAP_MEGABYTES = 512;

    private final ChildProcess process;
    private final ConnectRest connect;
    private final WorkerRest operator;

    /** Does not start it. */
    SoakWorker(String name, Path scratch, String bootstrapServers, Distribution distribution) throws IOException {
        Map<String, String> options = ConnectWorker.properties(bootstrapServers, distribution.plugins(), Ports.free());
        Properties properties = new Properties();
        properties.putAll(options);
        Path file = scratch.resolve(name + ".properties");
        try (OutputStream out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        List<String> command = new ArrayList<>(
                distribution.jvm(HEAP_MEGABYTES, List.of("-Dlog4j2.configurationFile=log4j2-worker.xml")));
        command.addAll(List.of("org.apache.kafka.connect.cli.ConnectDistributed", file.toString()));
        process = new ChildProcess(name, command, SoakPipeline.log(name));
        connect = new ConnectRest(options.get("listeners"));
        operator = new WorkerRest(options.get("listeners"));
    }

    ChildProcess process() {
        return process;
    }

    ConnectRest connect() {
        return connect;
    }

    WorkerRest operator() {
        return operator;
    }

    @Override
    public void close() {
        process.close();
    }
}
