package dev.velella.source.mqtt.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.edge.DictionaryStream;
import dev.velella.edge.EdgeDictionary;
import dev.velella.edge.EdgeForm;
import dev.velella.edge.EdgeHeader;
import dev.velella.edge.EdgeMessage;
import dev.velella.edge.EdgeSettings;
import dev.velella.jelly.format.Limits;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.VelellaHeader;
import dev.velella.source.Logged;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DictionaryLinksTest {
    private static final String TOPIC = "site/1";
    private static final long PATIENCE = 6_400;
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final LinkCounts counts = new LinkCounts();

    /** What the broker retains. */
    private final Map<DictionaryName, byte[]> retained = new HashMap<>();

    private final List<LinkOutcome<Integer>> outcomes = new ArrayList<>();
    private final List<DictionaryName> fetched = new ArrayList<>();
    private String place;
    private DictionaryLinks<Integer> links = started(false, 10, Limits.DEFAULT);

    private DictionaryLinks<Integer> started(boolean shared, int most, Limits limits) {
        return new DictionaryLinks<>(
                topic -> place == null ? null : WriterNumbers.parse(place),
                shared,
                new DictionaryLinks.Settings("link/", most, PATIENCE, limits),
                counts);
    }

    private static RdfGraph graph(int n) {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            statements.add(VALUES.createStatement(
                    VALUES.createIRI("urn:s" + i), VALUES.createIRI("urn:p"), VALUES.createIRI("urn:o" + i)));
        }
        statements.add(VALUES.createStatement(
                VALUES.createIRI("urn:s"), VALUES.createIRI("urn:number"), VALUES.createLiteral(n)));
        return RdfGraph.of(statements);
    }

    private DictionaryStream device(EdgeForm form) {
        return device(form, TOPIC);
    }

    private DictionaryStream device(EdgeForm form, String topic) {
        return new DictionaryStream(EdgeSettings.DEFAULT.withForm(form), null);
    }

    private DictionaryMessage next(DictionaryStream device, String topic, int n) {
        EdgeMessage message = device.next(graph(n));
        device.offer().ifPresent(payload -> {
            retained.put(new DictionaryName(topic, EdgeDictionary.nameOf(payload)), payload);
            device.published();
        });
        return received(message.header().text(), message.payload());
    }

    private static DictionaryMessage received(String header, byte[] payload) {
        return new DictionaryMessage(VelellaHeader.parse(header.getBytes(StandardCharsets.US_ASCII)), payload);
    }

    private void deliver(DictionaryMessage message, int carrier) {
        links.add(TOPIC, message, carrier);
        advance(0);
    }

    /** With a broker that answers at once. */
    private void advance(long nowMs) {
        links.advance(nowMs, false, outcomes::add);
        for (DictionaryName wanted : links.wanted()) {
            byte[] payload = retained.get(wanted);
            if (payload != null) {
                fetched.add(wanted);
                links.arrived(wanted, payload);
            }
        }
        links.advance(nowMs, false, outcomes::add);
    }

    /** The carriers of the graphs so far; each is the right graph. */
    private List<Integer> numbers() {
        List<Integer> numbers = new ArrayList<>();
        for (LinkOutcome<Integer> outcome : outcomes) {
            RdfGraph read = outcome.graph();
            if (read != null) {
                assertThat(new HashSet<>(read.statements()))
                        .isEqualTo(new HashSet<>(graph(outcome.carrier()).statements()));
                numbers.add(outcome.carrier());
            }
        }
        return numbers;
    }

    private List<RefusalReason> refusals() {
        return outcomes.stream()
                .filter(outcome -> outcome.refusal() != null)
                .map(outcome -> outcome.refusal().kind())
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void aLostMessageCostsItselfAndIsCounted(EdgeForm form) {
        DictionaryStream device = device(form);
        List<Integer> delivered = new ArrayList<>();
        try (Logged log = new Logged()) {
            for (int n = 0; n < 100; n++) {
                DictionaryMessage message = next(device, TOPIC, n);
                if (n % 10 != 7 && n % 10 != 8) {
                    delivered.add(n);
                    deliver(message, n);
                }
            }
            assertThat(log.text())
                    .contains("2 messages before number 9 of site/1")
                    .doesNotContain("may be in Kafka");
        }
        assertThat(numbers()).isEqualTo(delivered);
        assertThat(counts.missing).hasValue(20);
        assertThat(fetched).doesNotHaveDuplicates();
        assertThat(counts.dictionaries).hasValue(fetched.size());
    }

    @ParameterizedTest
    @EnumSource
    void messagesThatWereThereBeforeAreKnownByTheirNumberAlsoToTheNextTaskAndAfterTheDeviceStartedAgain(EdgeForm form) {
        DictionaryStream first = device(form);
        DictionaryStream second = device(form);
        List<DictionaryMessage> messages = new ArrayList<>();
        for (int n = 0; n < 20; n++) {
            messages.add(next(n < 10 ? first : second, TOPIC, n));
        }
        for (int n = 0; n < 15; n++) {
            deliver(messages.get(n), n);
        }
        place = outcomes.get(outcomes.size() - 1).place();
        links = started(false, 10, Limits.DEFAULT);
        for (int n = 5; n < 20; n++) {
            deliver(messages.get(n), n);
        }
        assertThat(numbers()).hasSize(20).doesNotHaveDuplicates();
        assertThat(outcomes).hasSize(30); // the repeated ones too, so that the broker hears of them
        assertThat(counts.repeated).hasValue(10);
        assertThat(counts.missing).hasValue(0);
        assertThat(WriterNumbers.parse(place).text()).isEqualTo(place);
    }

    @Test
    void whatDidNotComeBeforeTheFirstMessageOfATaskIsSaidWithTheReasonForDoubt() {
        DictionaryStream device = device(EdgeForm.GRAPHS);
        for (int n = 0; n < 3; n++) {
            deliver(next(device, TOPIC, n), n);
        }
        place = outcomes.get(2).place();
        links = started(false, 10, Limits.DEFAULT);
        next(device, TOPIC, 3);
        try (Logged log = new Logged()) {
            deliver(next(device, TOPIC, 4), 4);
            assertThat(log.text()).contains("1 messages before number 4").contains("they may be in Kafka");
        }
        assertThat(counts.missing).hasValue(1);
    }

    @Test
    void whereTasksShareATopicNumbersSayNothing() {
        links = started(true, 10, Limits.DEFAULT);
        DictionaryStream device = device(EdgeForm.CHANGES);
        List<DictionaryMessage> messages = new ArrayList<>();
        for (int n = 0; n < 10; n++) {
            messages.add(next(device, TOPIC, n));
        }
        for (int n : new int[] {1, 7, 3, 9}) {
            deliver(messages.get(n), n);
        }
        assertThat(numbers()).containsExactly(1, 7, 3, 9);
        assertThat(counts.missing).hasValue(0);
        assertThat(outcomes).allMatch(outcome -> outcome.place() == null);
    }

    @Test
    void aMessageWaitsForItsDictionaryAndEachWaitInVainIsHalfAsLong() {
        DictionaryStream device = device(EdgeForm.GRAPHS);
        deliver(next(device, TOPIC, 0), 0);
        Map<DictionaryName, byte[]> there = Map.copyOf(retained);
        retained.clear();
        deliver(next(device, TOPIC, 1), 1);
        deliver(next(device, TOPIC, 2), 2);
        advance(PATIENCE - 1);
        assertThat(refusals()).isEmpty();
        advance(PATIENCE);
        assertThat(refusals()).containsExactly(RefusalReason.MISSING_STATE);
        assertThat(outcomes.get(1).refusal()).hasMessageContaining("link/dictionary/site/1/");
        advance(PATIENCE + PATIENCE / 2 - 1);
        assertThat(refusals()).hasSize(1);
        advance(PATIENCE + PATIENCE / 2);
        assertThat(refusals()).hasSize(2);
        assertThat(counts.withoutDictionary).hasValue(2);
        retained.putAll(there);
        deliver(next(device, TOPIC, 3), 3);
        assertThat(numbers()).containsExactly(0, 3);
        assertThat(counts.missing).hasValue(0);
    }

    @Test
    void aMessageThatHoldsUpOthersWaitsTwoSeconds() {
        DictionaryStream device = device(EdgeForm.GRAPHS);
        next(device, TOPIC, 0);
        links.add(TOPIC, next(device, TOPIC, 1), 1);
        links.advance(0, true, outcomes::add);
        links.advance(1_999, true, outcomes::add);
        assertThat(outcomes).isEmpty();
        links.advance(2_000, true, outcomes::add);
        assertThat(refusals()).containsExactly(RefusalReason.MISSING_STATE);
    }

    @Test
    void dictionariesOfTheTopicUsedLongestAgoAreDroppedAndFetchedAgain() {
        links = started(false, 2, Limits.DEFAULT);
        List<DictionaryStream> devices = new ArrayList<>();
        for (int d = 0; d < 3; d++) {
            devices.add(device(EdgeForm.CHANGES, "site/" + d));
        }
        for (int n = 0; n < 4; n++) {
            for (int d = 0; d < 3; d++) {
                links.add("site/" + d, next(devices.get(d), "site/" + d, n), n);
                advance(0);
            }
        }
        assertThat(numbers()).hasSize(12);
        assertThat(fetched).hasSize(9); // for all but the first message of each, which stands alone
        assertThat(counts.missing).hasValue(0);
    }

    @Test
    void anotherMessageInPlaceOfADictionaryIsNotUsed() {
        DictionaryStream device = device(EdgeForm.GRAPHS);
        deliver(next(device, TOPIC, 0), 0);
        retained.replaceAll((name, payload) -> {
            byte[] other = payload.clone();
            other[other.length - 1] ^= 1;
            return other;
        });
        deliver(next(device, TOPIC, 1), 1);
        advance(PATIENCE);
        assertThat(numbers()).containsExactly(0);
        assertThat(refusals()).containsExactly(RefusalReason.MISSING_STATE);
        assertThat(counts.dictionaries).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aDictionaryThatIsNoneIsFetchedOnceAndRefusesEachMessage(int form) {
        byte[] payload = form == 0 ? new byte[0] : form == 1 ? new byte[(1 << 20) + 1] : new byte[] {5, 4, 3, 2, 1};
        long name = EdgeDictionary.nameOf(payload);
        retained.put(new DictionaryName(TOPIC, name), payload);
        for (int n = 0; n < 3; n++) {
            deliver(received(new EdgeHeader(ElementKind.GRAPH, name, 1, n).text(), new byte[] {1}), n);
        }
        assertThat(refusals()).hasSize(3).containsOnly(form == 1 ? RefusalReason.TOO_LARGE : RefusalReason.UNDECODABLE);
        assertThat(fetched).hasSize(1);
    }

    @Test
    void aMessageMayCarryItsDictionary() {
        DictionaryStream device = device(EdgeForm.GRAPHS);
        next(device, TOPIC, 0);
        byte[] payload = device.current().orElseThrow();
        DictionaryMessage built = next(device, TOPIC, 1);
        byte[] value = new byte[payload.length + built.value().length];
        System.arraycopy(payload, 0, value, 0, payload.length);
        System.arraycopy(built.value(), 0, value, payload.length, built.value().length);
        long name = EdgeDictionary.nameOf(payload);
        VelellaHeader.Place counted = built.header().place();
        for (VelellaHeader.Base base : List.of(
                new VelellaHeader.Base(name, payload.length),
                new VelellaHeader.Base(name + 1, payload.length),
                new VelellaHeader.Base(name, value.length + 1))) {
            deliver(new DictionaryMessage(new VelellaHeader(ElementKind.GRAPH, base, null, null, null), value), 1);
        }
        assertThat(counted).isNotNull();
        assertThat(numbers()).containsExactly(1);
        assertThat(refusals()).containsExactly(RefusalReason.UNDECODABLE, RefusalReason.UNDECODABLE);
        assertThat(fetched).isEmpty();
    }

    @Test
    void aDictionaryOfAnotherKindIsRefused() {
        DictionaryStream device = device(EdgeForm.GRAPHS);
        next(device, TOPIC, 0);
        DictionaryMessage graph = next(device, TOPIC, 1);
        deliver(
                received(
                        new EdgeHeader(
                                        ElementKind.PATCH,
                                        graph.header().dictionary().name(),
                                        1,
                                        0)
                                .text(),
                        graph.value()),
                1);
        assertThat(refusals()).containsExactly(RefusalReason.UNDECODABLE);
    }

    @ParameterizedTest
    @EnumSource
    void aTermThatIsNoneIsRefusedInEveryMessage(EdgeForm form) {
        DictionaryStream device = device(form);
        RdfGraph wrong = RdfGraph.of(List.of(VALUES.createStatement(
                VALUES.createIRI("urn:s"), VALUES.createIRI("urn:p"), VALUES.createIRI("urn:no iri"))));
        for (int n = 0; n < 3; n++) {
            EdgeMessage message = device.next(wrong);
            device.offer().ifPresent(payload -> {
                retained.put(new DictionaryName(TOPIC, EdgeDictionary.nameOf(payload)), payload);
                device.published();
            });
            deliver(received(message.header().text(), message.payload()), n);
        }
        assertThat(refusals()).hasSize(3).containsOnly(RefusalReason.UNDECODABLE);
    }

    @Test
    void aGraphAboveTheLimitIsRefusedAndTheNextIsRead() {
        DictionaryStream device = device(EdgeForm.CHANGES);
        links = started(false, 10, Limits.DEFAULT.withMaxStatements(6));
        deliver(next(device, TOPIC, 0), 0);
        List<Statement> statements = new ArrayList<>(graph(1).statements());
        statements.add(VALUES.createStatement(
                VALUES.createIRI("urn:x"), VALUES.createIRI("urn:x"), VALUES.createIRI("urn:x")));
        EdgeMessage large = device.next(RdfGraph.of(statements));
        deliver(received(large.header().text(), large.payload()), 1);
        deliver(next(device, TOPIC, 2), 2);
        assertThat(refusals()).containsExactly(RefusalReason.TOO_LARGE);
        assertThat(numbers()).containsExactly(0, 2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2",
                "2 ",
                "2 1c6f0a93",
                "2 1c6f0a93.",
                "2 1c6f0a93.-1",
                "2 1C6F0A93.1",
                "2 1c6f0a93.1 ",
                "3 1c6f0a93.1",
                "2 00000001.1 00000002.1 00000003.1 00000004.1 00000005.1",
                "2 00000001.99999999999999999999"
            })
    void numbersInAnyOtherFormAreRefused(String text) {
        assertThatThrownBy(() -> WriterNumbers.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not the numbers");
    }

    @Test
    void whatADeviceWritesIsTheHeaderOfTheRecordProtocol() {
        for (ElementKind kind : ElementKind.values()) {
            for (long name : new long[] {EdgeHeader.NONE, 0, 1, (1L << 48) - 1}) {
                for (long sequence : new long[] {0, 127, 128, 1L << 40, Long.MAX_VALUE}) {
                    VelellaHeader header = new VelellaHeader(
                            kind,
                            name == EdgeHeader.NONE ? null : new VelellaHeader.Base(name, 0),
                            new VelellaHeader.Place(-77, sequence),
                            null,
                            null);
                    assertThat(new EdgeHeader(kind, name, -77, sequence).text())
                            .isEqualTo(new String(header.toText(), StandardCharsets.US_ASCII));
                }
            }
        }
        assertThat(EdgeHeader.NAME).isEqualTo(VelellaHeader.NAME);
    }
}
