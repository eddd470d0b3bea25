package dev.velella.tests.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.chaos.plugin.ChaosSink;
import dev.velella.tests.chaos.plugin.ChaosSource;
import dev.velella.tests.chaos.plugin.Element;
import dev.velella.tests.chaos.plugin.Element.Fate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Both versions of the record protocol on a real broker and real workers, whatever happens to them: every visible record is
 * decoded right, in order, by every reader, or reported; and reported only if it builds on a record before it that is not
 * visible. Records of version 2 build on no record, so none of them is reported. Readers are sinks
 * of another plugin directory than the converter's and plain consumers, of both isolation levels and both group protocols,
 * all of them rewound at random. Sources of both versions write to the same topics at the same time.
 */
class KeyFrameChaosIT {
    private static final int WRITERS = 6;

    /** Number of tasks to which a source is scaled out, each with a writer of its own at least. */
    private static final int TASKS = 3;

    private static final Map<String, String> BROKER = Map.of(
            "group.min.session.timeout.ms", "1000",
            "group.consumer.min.session.timeout.ms", "2000",
            "group.consumer.session.timeout.ms", "5000",
            "group.consumer.min.heartbeat.interval.ms", "500",
            "group.consumer.heartbeat.interval.ms", "500");

    private static final Map<String, String> ON_DICTIONARIES = Map.of("value.converter.jelly.mode", "dictionary");
    private static final Map<String, String> REPORTED =
            Map.of("producer.override.interceptor.classes", "dev.velella.converter.JellyLossReporter");
    private static final Map<String, String> REWINDS = Map.of(ChaosSink.REWIND, "true");
    private static final Map<String, String> LOOKS_BACK = Map.of(
            ChaosSink.REWIND,
            "false",
            "consumer.override.interceptor.classes",
            "dev.velella.converter.JellyLookBack",
            "value.converter.lookback.max.per.minute",
            "1000000");
    private static final Map<String, String> CLASSIC =
            Map.of("consumer.override.session.timeout.ms", "5000", "consumer.override.heartbeat.interval.ms", "500");
    private static final Map<String, String> KIP_848 = Map.of("consumer.override.group.protocol", "consumer");

    @TempDir
    private static Path brokerDirectory;

    private static EmbeddedBroker broker;

    private final long elements = Long.getLong("velella.chaos.records", 2000);

    /** The version that all sources write; 0 if there are sources of both. */
    private final int version = Integer.getInteger("velella.chaos.version", 0);

    private final long rounds = Math.max(1, elements / 20_000);

    /** Whether readers of all kinds take part; the short run of every build has half of them. */
    private final boolean full = elements >= 20_000;

    @BeforeAll
    static void startBroker() throws IOException {
        broker = new EmbeddedBroker(brokerDirectory, Ports.free(), BROKER);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void everyVisibleRecordIsDecodedThroughAbortsKillsRewindsAndRebalances(@TempDir Path scratch) throws Exception {
        try (ChaosRun run = chaos("aborts", scratch, true)) {
            if (version != 2) {
                run.source("aborting", version == 1 ? WRITERS : TASKS, aborting(true));
            }
            if (version != 1) {
                run.source(
                        "aborting-dictionaries", version == 2 ? WRITERS : TASKS, both(aborting(true), ON_DICTIONARIES));
            }
            run.sink("rewinding-committed", Isolation.COMMITTED, both(REWINDS, CLASSIC));
            run.sink("looking-back-uncommitted", Isolation.UNCOMMITTED, both(LOOKS_BACK, KIP_848));
            run.reader("classic", Isolation.UNCOMMITTED);
            run.reader("consumer", Isolation.COMMITTED);
            if (full) {
                run.sink("rewinding-uncommitted", Isolation.UNCOMMITTED, both(REWINDS, KIP_848));
                run.sink("looking-back-committed", Isolation.COMMITTED, both(LOOKS_BACK, CLASSIC));
                run.reader("classic", Isolation.COMMITTED);
                run.reader("consumer", Isolation.UNCOMMITTED);
            }
            run.run(elements, ChaosStep.rounds(rounds));
            Verdict verdict = run.verdict();
            verdict.print("aborts");
            verdict.assertDecodedRightOrReported();
            verdict.assertEverythingDecoded();
            assertDictionaries(verdict);
            Map<String, Integer> committed =
                    verdict.visible().get(Isolation.COMMITTED).keys();
            assertThat(committed.values()).as("exactly once").containsOnly(1);
            for (String key : keys(run, false)) {
                assertThat(committed.containsKey(key) || verdict.aborted().contains(key))
                        .as("%s is committed, or was aborted", key)
                        .isTrue();
            }
            assertThat(verdict.events()).containsKeys("source-abort", "source-convert-again", "sink-step-back");
        }
    }

    @Test
    void whatLostRecordsLeaveUndecodableIsReportedAndNothingElse(@TempDir Path scratch) throws Exception {
        try (ChaosRun run = chaos("losses", scratch, false)) {
            if (version != 2) {
                run.source("losses-unreported", TASKS, losing(Map.of()));
                run.source("losses-reported", TASKS, losing(REPORTED));
            }
            if (version != 1) {
                run.source("losses-dictionaries", TASKS, losing(ON_DICTIONARIES));
            }
            if (version == 2) {
                run.source("losses-reported-dictionaries", TASKS, losing(both(REPORTED, ON_DICTIONARIES)));
            }
            run.sink("losses-rewinding", Isolation.COMMITTED, both(REWINDS, KIP_848));
            run.sink("losses-looking-back", Isolation.UNCOMMITTED, both(LOOKS_BACK, CLASSIC));
            run.reader("classic", Isolation.COMMITTED);
            run.reader("consumer", Isolation.UNCOMMITTED);
            run.run(elements, full ? ChaosStep.rounds(rounds) : ChaosStep.shortRound());
            Verdict verdict = run.verdict();
            verdict.print("losses");
            verdict.assertDecodedRightOrReported();
            Set<String> visible =
                    verdict.visible().get(Isolation.COMMITTED).keys().keySet();
            for (String key : keys(run, true)) {
                assertThat(visible.contains(key))
                        .as(key)
                        .isEqualTo(Element.of(key).fate() == Fate.SENT);
            }
            assertDictionaries(verdict);
            if (version == 2) {
                verdict.assertEverythingDecoded();
            } else {
                assertThat(verdict.visible().get(Isolation.COMMITTED).undecodable())
                        .isPositive();
            }
            assertThat(verdict.provenLost().get(Isolation.COMMITTED)).isPositive();
        }
    }

    private void assertDictionaries(Verdict verdict) {
        verdict.assertDictionariesCameFirst();
        assertThat(verdict.visible().get(Isolation.COMMITTED).onDictionaries() > 0)
                .as("there are records that build on dictionaries")
                .isEqualTo(version != 1);
    }

    /** Shows that the first test would be red: the same aborts, but no stamp tells the encoder of them. */
    @Test
    @Tag("long")
    void withoutAResetAfterAnAbortRecordsWouldBeUndecodable(@TempDir Path scratch) throws Exception {
        try (ChaosRun run = chaos("no-reset", scratch, true)) {
            run.source("no-reset", WRITERS, aborting(false));
            run.reader("classic", Isolation.COMMITTED);
            run.run(Math.max(3000, elements / 10), List.of(ChaosStep.SOURCES_SCALED_OUT, ChaosStep.SOURCES_RESTARTED));
            Verdict verdict = run.verdict();
            verdict.print("no-reset");
            verdict.assertDecodedRightOrReported();
            assertThat(verdict.visible().get(Isolation.COMMITTED).undecodable()).isPositive();
            assertThatThrownBy(verdict::assertEverythingDecoded).isInstanceOf(AssertionError.class);
        }
    }

    private ChaosRun chaos(String name, Path scratch, boolean exactlyOnce) throws Exception {
        // A worker that lives longer than half a minute is quicker with the optimising compiler.
        List<String> jvmOptions = full ? List.of("-XX:TieredStopAtLevel=4") : List.of();
        return new ChaosRun(name, scratch, broker.bootstrapServers(), exactlyOnce, jvmOptions);
    }

    /** Keys of everything that the sources write. */
    private List<String> keys(ChaosRun run, boolean losses) {
        List<String> keys = new ArrayList<>();
        for (int writer = 0; writer < run.writers(); writer++) {
            for (long index = 0; index < elements / run.writers(); index++) {
                keys.add(Element.at(writer, index, losses).key());
            }
        }
        return keys;
    }

    private static Map<String, String> aborting(boolean reset) {
        return Map.of(
                "exactly.once.support",
                "required",
                "transaction.boundary",
                "connector",
                ChaosSource.ABORTS,
                "20",
                ChaosSource.RESET_AFTER_ABORT,
                Boolean.toString(reset));
    }

    private static Map<String, String> losing(Map<String, String> more) {
        return both(Map.of(ChaosSource.LOSSES, "true", "errors.tolerance", "all"), more);
    }

    private static Map<String, String> both(Map<String, String> one, Map<String, String> other) {
        Map<String, String> both = new HashMap<>(one);
        both.putAll(other);
        return both;
    }
}
