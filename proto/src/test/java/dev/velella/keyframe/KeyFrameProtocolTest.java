package dev.velella.keyframe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.MissingState;
import dev.velella.frame.LossReports;
import dev.velella.frame.PartitionStamp;
import dev.velella.frame.PartitionStamps;
import dev.velella.frame.StampedEncoders;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.StreamElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Several writers in one partition, and everything that Kafka and Connect do to their records: aborts, losses, repeats,
 * restarts, conversions that are repeated. Whatever the reader does, it decodes a record right or says that it cannot.
 */
class KeyFrameProtocolTest {
    /** A visible record, and the data that was given to its writer. */
    private record Sent(StatefulFrame frame, StreamElement data) {}

    /** One source task: its stamps, its encoders, and what it has sent in the transaction that is open. */
    private static final class Writer {
        private final Random random;
        private final boolean resetsAfterAbort;
        private final boolean losesRecords;
        private final LossReports losses = new LossReports();
        private StampedEncoders encoders = newEncoders();
        private PartitionStamps stamps = new PartitionStamps();
        private final List<Sent> open = new ArrayList<>();

        Writer(Random random, boolean resetsAfterAbort, boolean losesRecords) {
            this.random = random;
            this.losesRecords = losesRecords;
            this.resetsAfterAbort = resetsAfterAbort;
        }

        private StampedEncoders newEncoders() {
            return new StampedEncoders(topic -> Elements.smallTables(7), 4, losses);
        }

        void step(List<Sent> log) {
            switch (random.nextInt(40)) {
                case 0 -> restart();
                case 1 -> abort();
                case 2 -> filtered();
                case 3 -> {
                    if (losesRecords) {
                        lose(log);
                    }
                }
                case 4, 5, 6 -> commit(log);
                default -> send();
            }
        }

        private void send() {
            PartitionStamp stamp = stamps.next("t", 0);
            StreamElement data = data();
            StatefulFrame frame = encode(stamp, data);
            while (random.nextInt(8) == 0) {
                frame = encode(stamp, data); // converted again after a failure that may be retried
            }
            open.add(new Sent(frame, data));
            if (random.nextInt(20) == 0) {
                open.add(new Sent(frame, data)); // sent twice, because its acknowledgement was lost
            }
        }

        private StreamElement data() {
            long seed = random.nextInt(1000);
            return random.nextInt(3) == 0 ? Elements.patch(seed) : Elements.graph(seed);
        }

        private StatefulFrame encode(PartitionStamp stamp, StreamElement data) {
            return (StatefulFrame) encoders.encode("t", stamp, data);
        }

        private void commit(List<Sent> log) {
            log.addAll(open);
            open.clear();
        }

        private void abort() {
            open.clear();
            if (resetsAfterAbort) {
                stamps.recordsLost();
            }
        }

        private void filtered() {
            stamps.next("t", 0);
        }

        /** The record does not come, which the producer says only after the next one was converted. */
        private void lose(List<Sent> log) {
            StatefulFrame gone = encode(stamps.next("t", 0), data());
            send();
            commit(log);
            losses.report(gone.header().stream());
        }

        private void restart() {
            open.clear();
            stamps = new PartitionStamps();
            encoders = newEncoders();
        }
    }

    private static List<Sent> log(Random random, boolean resetsAfterAbort, boolean losesRecords) {
        List<Sent> log = new ArrayList<>();
        List<Writer> writers = List.of(
                new Writer(random, resetsAfterAbort, losesRecords), new Writer(random, resetsAfterAbort, losesRecords));
        for (int i = 0; i < 300; i++) {
            writers.get(random.nextInt(2)).step(log);
        }
        return log;
    }

    private static DecoderStreams reader() {
        return new DecoderStreams(Limits.DEFAULT, StreamLimits.DEFAULT);
    }

    /** Decodes a record; true if it was decoded, and then rightly. */
    private static boolean isDecoded(DecoderStreams reader, Sent sent) {
        FrameResult result =
                reader.decode("t", sent.frame().header(), sent.frame().value());
        if (result instanceof FrameResult.Decoded decoded) {
            assertThat(decoded.element()).isEqualTo(sent.data());
        }
        return !(result instanceof MissingState);
    }

    private static long undecoded(List<Sent> log) {
        DecoderStreams reader = reader();
        return log.stream().filter(sent -> !isDecoded(reader, sent)).count();
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 60)
    void everythingVisibleIsDecodedInOrder(@ForAll long seed) {
        assertThat(undecoded(log(new Random(seed), true, false))).isZero();
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 60)
    void fromAnyRecordOnEverythingIsDecodedWithLookBack(@ForAll long seed) {
        Random random = new Random(seed);
        List<Sent> log = log(random, true, false);
        DecoderStreams reader = reader();
        int at = 0;
        for (int i = 0; i < 200; i++) {
            at = random.nextInt(30) == 0 ? random.nextInt(log.size()) : (at + 1) % log.size();
            Sent sent = log.get(at);
            if (!isDecoded(reader, sent)) {
                StreamRecovery recovery =
                        new StreamRecovery(reader, "t", sent.frame().header());
                log.subList(0, at)
                        .forEach(earlier -> recovery.read(
                                earlier.frame().header(), earlier.frame().value()));
                assertThat(recovery.install()).isTrue();
                assertThat(isDecoded(reader, sent)).isTrue();
            }
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 60)
    void whatIsLostMakesNoRecordWrong(@ForAll long seed) {
        Random random = new Random(seed);
        List<Sent> log = log(random, random.nextBoolean(), true);
        DecoderStreams reader = reader();
        for (int i = 0; i < 500; i++) {
            isDecoded(reader, log.get(random.nextInt(5) == 0 ? random.nextInt(log.size()) : i % log.size()));
        }
        undecoded(log);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 60)
    void forgedRecordsMakeNoOtherRecordWrong(@ForAll long seed) {
        Random random = new Random(seed);
        List<Sent> log = log(random, true, false);
        DecoderStreams reader = reader();
        for (Sent sent : log) {
            if (random.nextInt(4) == 0) {
                forge(reader, random, sent.frame().header(), log.get(random.nextInt(log.size())));
            }
            isDecoded(reader, sent);
        }
    }

    /** A record that somebody else wrote in the name of a stream. */
    private static void forge(DecoderStreams reader, Random random, JellyHeader near, Sent other) {
        long seq = Math.max(1, near.seq() + random.nextInt(5) - 2);
        long dist = random.nextBoolean() ? 0 : Math.min(seq, near.dist() + random.nextInt(3));
        int link = random.nextBoolean() ? near.link() : random.nextInt(1 << 24);
        JellyHeader forged = new JellyHeader(other.frame().header().kind(), near.stream(), link, seq, dist);
        try {
            reader.decode("t", forged, other.frame().value());
        } catch (MalformedJellyException refused) {
            // As good an answer as any: what matters is the honest record that comes next.
        }
    }

    /** The tests above can fail: without the reset after an abort records are not decoded, though none is wrong. */
    @Test
    void withoutTheResetAfterAnAbortRecordsCannotBeDecoded() {
        long undecoded = 0;
        for (int seed = 0; seed < 20; seed++) {
            undecoded += undecoded(log(new Random(seed), false, false));
        }
        assertThat(undecoded).isGreaterThan(100);
    }
}
