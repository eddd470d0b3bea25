package dev.velella.bench.naive;

import java.io.IOException;
import java.nio.file.Path;
import org.eclipse.rdf4j.repository.http.HTTPRepository;

/**
 * The process of one part of the hand-made pipeline. Arguments: the part ({@code bridge}, {@code diff} or {@code store}), Kafka's
 * address, whether it is the better one, the time after which a killed consumer is missed, the topics of graphs and patches, and of
 * the bridge the port of MQTT; of the store its URL, or its directory and the port for queries. The process ends when its standard
 * input ends, as it does when the process that started it is gone.
 */
final class NaivePart {
    private NaivePart() {}

    public static void main(String[] arguments) throws IOException {
        endWithParent();
        NaiveClients clients =
                new NaiveClients(arguments[1], Boolean.parseBoolean(arguments[2]), Integer.parseInt(arguments[3]));
        String graphs = arguments[4];
        String patches = arguments[5];
        switch (arguments[0]) {
            case "bridge" -> new NaiveBridge(clients, graphs).run(Integer.parseInt(arguments[6]));
            case "diff" -> new NaiveDiff(clients).run(graphs, patches);
            case "store" ->
                new NaiveStore(
                                clients,
                                arguments.length == 7
                                        ? new HTTPRepository(arguments[6])
                                        : NaiveStore.memory(
                                                Path.of(arguments[6]),
                                                Integer.parseInt(arguments[7]),
                                                clients.better()))
                        .run(patches);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void endWithParent() {
        Thread watch = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    // nothing is said there
                }
            } catch (IOException e) {
                // the same as its end
            }
            Runtime.getRuntime().halt(0);
        });
        watch.setDaemon(true);
        watch.start();
    }
}
