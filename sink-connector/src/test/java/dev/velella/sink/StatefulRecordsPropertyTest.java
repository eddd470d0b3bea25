package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.sink.embedded.MemoryTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.TopicPartition;

class StatefulRecordsPropertyTest {
    private static final TopicPartition P0 = new TopicPartition(Records.TOPIC, 0);
    private static final TopicPartition P1 = new TopicPartition(Records.TOPIC, 1);

    /** What may happen between two batches. */
    enum Action {
        WRITE,
        POLL,
        COMMIT,
        CRASH,
        RESTART_TASK,
        REBALANCE,
        RESTART_WRITER,
        LEAVE_OFFSETS_OUT,
        WAIT,
        FORGET_CODEC_STATE
    }

    /** One of them, with a number that says which or how much. */
    record Step(Action action, int number) {}

    private static final Set<Action> OFTEN = EnumSet.of(Action.WRITE, Action.POLL);

    private static Arbitrary<List<Step>> steps() {
        List<Action> actions = Stream.of(Action.values())
                .flatMap(action -> Stream.generate(() -> action).limit(OFTEN.contains(action) ? 6 : 1))
                .toList();
        return Combinators.combine(
                        Arbitraries.of(actions), Arbitraries.integers().between(0, 99))
                .as(Step::new)
                .list()
                .ofMinSize(10)
                .ofMaxSize(60);
    }

    @Provide
    Arbitrary<List<Step>> anySteps() {
        return steps();
    }

    @Property(tries = 60)
    void whateverHappensTheStoreEqualsTheTopic(
            @ForAll("anySteps") List<Step> steps, @ForAll("limits") int trackedStreams) throws IOException {
        new History(trackedStreams).check(steps);
    }

    @Provide
    Arbitrary<Integer> limits() {
        return Arbitraries.of(1, 2, 1000);
    }

    /** A topic of two partitions with four writers, three of them in one partition, and a task that reads it. */
    private static final class History {
        private final AtomicLong clock = new AtomicLong(1_000_000);
        private final PatchTopic topic = new PatchTopic(clock);
        private final List<PatchTopic.Writer> writers =
                List.of(topic.writer(P0, "a"), topic.writer(P0, "b"), topic.writer(P0, "c"), topic.writer(P1, "d"));
        private final Path directory = Files.createTempDirectory("velella");
        private final TaskRun run;

        History(int trackedStreams) throws IOException {
            run = new TaskRun(
                            topic,
                            directory,
                            clock,
                            Map.of(
                                    "limits.streams",
                                    Integer.toString(trackedStreams),
                                    "lookback.max.per.minute",
                                    "10000"))
                    .start(P0, P1);
        }

        void check(List<Step> steps) throws IOException {
            try {
                steps.forEach(this::take);
                run.drain();
                run.stop();
                checkStore();
            } finally {
                run.stop();
                try (Stream<Path> files = Files.list(directory)) {
                    for (Path file : files.toList()) {
                        Files.delete(file);
                    }
                }
                Files.delete(directory);
            }
        }

        private void take(Step step) {
            int number = step.number();
            switch (step.action()) {
                case WRITE -> writers.get(number % 4).write(1 + number / 4 % 8);
                case POLL -> run.poll(1 + number % 12);
                case COMMIT -> run.commit();
                case CRASH -> run.crashAndRestart();
                case RESTART_TASK -> run.restart();
                case REBALANCE -> {
                    TopicPartition[] moved = number % 3 == 0
                            ? new TopicPartition[] {P0, P1}
                            : new TopicPartition[] {number % 3 == 1 ? P0 : P1};
                    run.close(moved);
                    run.open(moved);
                }
                case RESTART_WRITER -> writers.get(number % 4).restart();
                case LEAVE_OFFSETS_OUT -> topic.skip(number % 5 == 0 ? P1 : P0, 1 + number % 9);
                case WAIT -> clock.addAndGet(PatchTopic.INTERVAL.ms() * (1 + number % 4) / 3 + 1);
                case FORGET_CODEC_STATE -> run.forgetState();
            }
        }

        private void checkStore() {
            try (MemoryTarget target = MemoryTarget.open(directory, "sink", Duration.ZERO)) {
                for (PatchTopic.Writer writer : writers) {
                    assertThat(StatefulRecordsTest.hashOf(target, writer.device()))
                            .as(writer.device().key())
                            .isEqualTo(writer.device().hash());
                }
                assertThat(target.status().statements())
                        .isEqualTo(writers.stream()
                                .mapToInt(writer -> writer.device().size())
                                .sum());
            }
        }
    }
}
