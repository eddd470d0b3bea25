package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.fixture.ShortLivedJvm;
import dev.velella.rdf.GraphHash;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.StreamId;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that applies patches, and looks at what it left. */
class CrashTest {
    private static final int STREAMS = 200;
    private static final int READINGS = 20;
    private static final int RECORDS_PER_PUT = 50;
    private static final TopicPartition PARTITION = new TopicPartition(Records.TOPIC, 0);

    @TempDir
    Path directory;

    /** Applies patches for ever; says where it begins, and after each put how far it is. */
    public static void main(String[] args) {
        RdfSinkTask task = new RdfSinkTask();
        RecordingContext context = new RecordingContext();
        task.initialize(context);
        task.start(Map.of(
                "consumer.override.isolation.level",
                "read_committed",
                "name",
                "sink",
                "target.dir",
                args[0],
                "checkpoint.interval.ms",
                "0"));
        task.open(List.of(PARTITION));
        long offset = context.offsets.get(PARTITION);
        System.out.println(offset);
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            streams.add(new Stream("device" + i, READINGS));
            for (long done = i; done < offset; done += STREAMS) {
                streams.get(i).next();
            }
        }
        while (true) {
            List<SinkRecord> records = new ArrayList<>();
            for (int i = 0; i < RECORDS_PER_PUT; i++, offset++) {
                records.add(Records.next(0, offset, streams.get((int) (offset % STREAMS))));
            }
            task.put(records);
            System.out.println(offset);
        }
    }

    private Process child() throws IOException {
        return ShortLivedJvm.process(256, CrashTest.class.getName(), directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Test
    void whatAKilledProcessLeavesIsTheStateAtItsOffset() throws Exception {
        Random random = new Random(7);
        long reported = 0;
        for (int round = 0; round < 2; round++) {
            Process child = child();
            try (BufferedReader lines = child.inputReader()) {
                long begin = Long.parseLong(lines.readLine());
                assertThat(begin).as("goes on where the store stood").isGreaterThanOrEqualTo(reported);
                assertThatThrownBy(() -> MemoryTarget.open(directory, "sink", Duration.ZERO))
                        .isInstanceOf(StoreFailedException.class)
                        .hasMessageContaining("in use");
                for (int puts = 5 + random.nextInt(20); puts > 0; puts--) {
                    reported = Long.parseLong(lines.readLine());
                }
                child.waitFor(random.nextInt(30), TimeUnit.MILLISECONDS); // anywhere in a put
            } finally {
                child.destroyForcibly().waitFor();
            }
            reported = checkStore(reported);
        }
    }

    /** Every put ended with a checkpoint, so what it reported is there, and nothing half done. */
    private long checkStore(long reported) {
        try (MemoryTarget target = MemoryTarget.open(directory, "sink", Duration.ZERO)) {
            long next = target.durableOffsets().get(new PartitionId(Records.TOPIC, 0));
            assertThat(next).isGreaterThanOrEqualTo(reported);
            for (int i = 0; i < STREAMS; i++) {
                Stream expected = new Stream("device" + i, READINGS);
                long hash = GraphHash.EMPTY;
                long number = 0;
                for (long done = i; done < next; done += STREAMS) {
                    Stream.Numbered patch = expected.next();
                    hash = patch.position().hash();
                    number = patch.position().number();
                }
                assertThat(hashOf(target, expected.graph())).isEqualTo(hash);
                assertThat(target.chain(new StreamId(Records.TOPIC, expected.key()))
                                .map(position -> position.number())
                                .orElse(0L))
                        .isEqualTo(number);
            }
            return next;
        }
    }

    private static long hashOf(MemoryTarget target, String graph) {
        try (RepositoryConnection connection = target.connect()) {
            List<Statement> statements = connection.getStatements(null, null, null, false, Stream.iri(graph)).stream()
                    .toList();
            return GraphHash.ofSet(statements);
        }
    }
}
