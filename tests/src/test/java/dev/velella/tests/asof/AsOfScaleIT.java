package dev.velella.tests.asof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.log.TopicAccess;
import dev.velella.log.asof.AsOf;
import dev.velella.log.asof.LogTopics;
import dev.velella.log.asof.Moment;
import dev.velella.log.asof.Past;
import dev.velella.log.asof.PastStream;
import dev.velella.log.asof.StreamSelection;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Topics;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.util.Statements;
import org.eclipse.rdf4j.model.util.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Long logs: how much of the log an answer about one stream reads does not depend on the length of the log. With
 * {@code velella.asof.figures} the times go to that file, one line {@code name value unit} each.
 */
class AsOfScaleIT {
    private static final int PATCHES = Integer.getInteger("velella.asof.patches", 30_000);
    private static final int STREAMS = Integer.getInteger("velella.asof.streams", 10);
    private static final int INTERVAL = Integer.getInteger("velella.asof.interval", 100);
    private static final int SIZE = 50;

    @TempDir
    Path directory;

    /** Graph of stream K after patch N: observation N replaces observation N - SIZE. */
    private static Statement observation(int stream, int n) {
        return Statements.statement(
                Values.iri("urn:station:" + stream + ":observation:" + n % (2 * SIZE)),
                Values.iri("urn:value"),
                Values.literal(n / (2 * SIZE)),
                Values.iri("urn:velella:stream:" + stream));
    }

    private static Set<Statement> graph(int stream, int number) {
        Set<Statement> graph = new HashSet<>();
        for (int n = Math.max(1, number - SIZE + 1); n <= number; n++) {
            graph.add(observation(stream, n));
        }
        return graph;
    }

    @Test
    void oneStreamCostsTheSameInALongLog() throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(directory.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                Figures figures = new Figures(System.getProperty("velella.asof.figures", ""))) {
            Topics.create(
                    admin,
                    Stream.of("patches", "snapshots")
                            .map(name -> new NewTopic(name, 1, (short) 1))
                            .toList());
            long begin = System.currentTimeMillis();
            write(broker.bootstrapServers(), begin);
            TopicAccess access = new TopicAccess(
                    broker.bootstrapServers(),
                    "patches",
                    Map.of("fetch.max.wait.ms", "5"),
                    true,
                    Duration.ofMinutes(2));
            LogTopics topics = LogTopics.of(access, "snapshots");
            Random random = new Random(3);
            for (int tenth = 1; tenth <= 9; tenth += 4) {
                int step = PATCHES / 10 * tenth + random.nextInt(PATCHES / 20);
                one(topics, begin, step, tenth, figures);
            }
            all(topics, begin, PATCHES / 2, figures);
        }
    }

    private static void write(String servers, long begin) throws Exception {
        try (PatchTopicWriter writer = new PatchTopicWriter(servers, "patches", "snapshots", INTERVAL)) {
            Future<RecordMetadata> last = null;
            for (int i = 0; i < PATCHES; ) {
                writer.begin();
                for (int end = Math.min(PATCHES, i + 500); i < end; i++) {
                    int stream = i % STREAMS;
                    int number = i / STREAMS + 1;
                    List<Statement> gone = number > SIZE ? List.of(observation(stream, number - SIZE)) : List.of();
                    last = writer.patch(
                            0, Integer.toString(stream), gone, List.of(observation(stream, number)), begin + i, null);
                }
                writer.commit();
            }
            if (last != null) {
                last.get();
            }
        }
    }

    private static void one(LogTopics topics, long begin, int step, int tenth, Figures figures) throws Exception {
        int stream = step % STREAMS;
        int number = step / STREAMS + 1;
        StreamSelection selection = StreamSelection.of(Integer.toString(stream));
        List<Moment> moments = new ArrayList<>(List.of(new Moment.PatchNumber(number)));
        long offset = figures.measure("as-of-number-" + tenth + "0%", () -> {
            try (AsOf asOf = new AsOf(topics)) {
                Past past = asOf.at(moments.get(0), selection, Set.of(), false);
                check(past, stream, number);
                return past.streams().get(0).last() == null
                        ? -1
                        : past.streams().get(0).last().offset();
            }
        });
        figures.measure("as-of-time-" + tenth + "0%", () -> {
            try (AsOf asOf = new AsOf(topics)) {
                check(asOf.at(new Moment.RecordTime(begin + step), selection, Set.of(), false), stream, number);
                return 0;
            }
        });
        if (offset >= 0) {
            figures.measure("as-of-offset-" + tenth + "0%", () -> {
                try (AsOf asOf = new AsOf(topics)) {
                    Past past = asOf.at(new Moment.Offsets(Map.of(0, offset)), selection, Set.of(), false);
                    check(past, stream, number);
                    assertThat(past.partitions().get(0).end()
                                    - past.partitions().get(0).begin())
                            .as("offsets read for step %d", step)
                            .isLessThan(2L * INTERVAL * STREAMS + 5000);
                    return 0;
                }
            });
        }
    }

    private static void check(Past past, int stream, int number) {
        assertThat(past.streams().get(0).statements()).isEqualTo(graph(stream, number));
    }

    private static void all(LogTopics topics, long begin, int step, Figures figures) throws Exception {
        for (boolean fromSnapshots : List.of(false, true)) {
            figures.measure(fromSnapshots ? "as-of-all-from-snapshots" : "as-of-all-whole", () -> {
                try (AsOf asOf = new AsOf(topics)) {
                    Past past =
                            asOf.at(new Moment.RecordTime(begin + step), StreamSelection.ALL, Set.of(), fromSnapshots);
                    assertThat(past.streams()).hasSize(STREAMS);
                    for (PastStream each : past.streams()) {
                        int stream = Integer.parseInt(each.key());
                        int number = step / STREAMS + (stream <= step % STREAMS ? 1 : 0);
                        assertThat(each.statements()).isEqualTo(graph(stream, number));
                    }
                    return 0;
                }
            });
        }
    }

    /** Times, in the order in which they were measured. */
    private static final class Figures implements AutoCloseable {
        private final StringBuilder lines = new StringBuilder();
        private final String file;

        Figures(String file) {
            this.file = file;
        }

        interface Work {
            long run() throws Exception;
        }

        long measure(String name, Work work) throws Exception {
            long begin = System.nanoTime();
            long result = work.run();
            lines.append(name)
                    .append(' ')
                    .append((System.nanoTime() - begin) / 1_000_000)
                    .append(" ms\n");
            return result;
        }

        @Override
        public void close() throws IOException {
            if (!file.isEmpty()) {
                try (PrintStream out = new PrintStream(Files.newOutputStream(Path.of(file)))) {
                    out.print("patches " + PATCHES + " records\nstreams " + STREAMS + " streams\nsnapshot-interval "
                            + INTERVAL + " patches\n" + lines);
                }
            }
        }
    }
}
