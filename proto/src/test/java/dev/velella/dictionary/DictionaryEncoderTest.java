package dev.velella.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.velella.jelly.JellyDecoder;
import dev.velella.jelly.JellyEncoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StreamElement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DictionaryEncoderTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final long MINUTE_NS = 60_000_000_000L;

    private final Map<Long, Dictionary> stored = new LinkedHashMap<>();
    private boolean storeWorks = true;
    private boolean isReady = true;
    private int asked;
    private long storeNs;
    private long now;
    private JellyOptions options = JellyOptions.TOPIC;
    private final DictionaryDecoders decoders =
            new DictionaryDecoders(LightValueFactory.getInstance(), Limits.DEFAULT, 2);

    @SuppressWarnings("unchecked")
    private DictionaryEncoder encoder() {
        return new DictionaryEncoder(
                ElementKind.GRAPH,
                kind -> (JellyEncoder<StreamElement>) (JellyEncoder<?>) new JellyGraphEncoder(options, Limits.DEFAULT),
                new DictionaryStore() {
                    @Override
                    public boolean store(Dictionary dictionary) {
                        asked++;
                        now += storeNs;
                        if (storeWorks) {
                            stored.put(dictionary.name(), dictionary);
                        }
                        return storeWorks;
                    }

                    @Override
                    public boolean isReady() {
                        return isReady;
                    }

                    @Override
                    public boolean holds(Dictionary dictionary) {
                        return stored.containsKey(dictionary.name());
                    }
                },
                () -> now);
    }

    private static IRI iri(String text) {
        return VALUES.createIRI(text);
    }

    /** A report of a device: ten sensors of its kind, each with a value. */
    private static RdfGraph report(int device, int number) {
        String site = "http://site" + device % 5 + ".example/";
        List<Statement> statements = new ArrayList<>();
        for (int sensor = 0; sensor < 10; sensor++) {
            IRI subject = iri(site + "sensor/" + sensor);
            statements.add(VALUES.createStatement(subject, iri(site + "of"), iri(site + "device/" + device)));
            statements.add(VALUES.createStatement(subject, iri(site + "value"), VALUES.createLiteral(number + sensor)));
        }
        return RdfGraph.of(statements);
    }

    private StreamElement read(DictionaryFrame frame) {
        Dictionary dictionary = frame.dictionary();
        if (dictionary == null) {
            return JellyDecoder.of(ElementKind.GRAPH, LightValueFactory.getInstance(), Limits.DEFAULT)
                    .decode(frame.value());
        }
        assertThat(stored).containsKey(dictionary.name());
        return decoders.decode(Dictionary.of(dictionary.frame()), frame.value());
    }

    @Test
    void framesOfManyDevicesAreReadInAnyOrder() {
        DictionaryEncoder encoder = encoder();
        List<RdfGraph> graphs = new ArrayList<>();
        List<DictionaryFrame> frames = new ArrayList<>();
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            now += MINUTE_NS / 100;
            graphs.add(report(random.nextInt(i < 1_000 ? 10 : 30), i));
            frames.add(encoder.encode(graphs.get(i)));
        }
        assertThat(stored).hasSizeBetween(2, 21);
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, frames.size()).boxed().toList());
        Collections.shuffle(order, random);
        for (int i : order) {
            assertThat(read(frames.get(i))).isEqualTo(graphs.get(i));
        }
        assertThat(frames).allMatch(frame -> frame.dictionary() != null);
    }

    @Test
    void aFrameIsSmallerWithTheDictionaryOfTheFirstHundred() {
        DictionaryEncoder encoder = encoder();
        List<DictionaryFrame> frames = IntStream.range(0, 200)
                .mapToObj(i -> encoder.encode(report(i % 5, i)))
                .toList();
        assertThat(stored).hasSize(2);
        assertThat(frames.get(102).value().length).isLessThan(frames.get(2).value().length * 9 / 10);
    }

    @Test
    void aDictionaryThatHelpsNobodyIsNotReplaced() {
        DictionaryEncoder encoder = encoder();
        for (int i = 0; i < 1_000; i++) {
            now += MINUTE_NS;
            encoder.encode(report(1, i));
        }
        assertThat(stored).hasSize(1);
    }

    /** Each hundred comes of other devices, so that another dictionary always helps. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1L << 60, -(1L << 60)})
    void aDictionaryIsChosenAgainAtMostOnceAMinute(long clock) {
        now = clock;
        DictionaryEncoder encoder = encoder();
        for (int i = 0; i < DictionaryEncoder.TRAINING; i++) {
            encoder.encode(report(i % 5, i));
        }
        assertThat(asked).as("of the first element, and of the first hundred").isEqualTo(2);
        long chosen = now;
        while (now < chosen + MINUTE_NS - MINUTE_NS / 100) {
            now += MINUTE_NS / 400;
            int hundred = (int) ((now - chosen) / MINUTE_NS * 4);
            encoder.encode(report(1_000 + 10 * hundred + (int) (now % 5), 1));
        }
        assertThat(asked).as("within the minute").isEqualTo(2);
        now = chosen + MINUTE_NS;
        for (int i = 0; i < DictionaryEncoder.TRAINING; i++) {
            encoder.encode(report(2_000 + i % 5, i));
        }
        assertThat(asked).as("after the minute").isEqualTo(3);
    }

    @Test
    void aDictionaryThatIsGoneIsStoredAgainAndNoFrameNamesItBefore() {
        DictionaryEncoder encoder = encoder();
        Dictionary dictionary = encoder.encode(report(1, 1)).dictionary();
        assertThat(dictionary).isNotNull();
        stored.clear();
        assertThat(encoder.encode(report(1, 2)).dictionary())
                .as("it was tried just now")
                .isNull();
        storeWorks = false;
        now += MINUTE_NS / 6;
        DictionaryFrame alone = encoder.encode(report(1, 3));
        assertThat(alone.dictionary()).isNull();
        assertThat(read(alone)).isEqualTo(report(1, 3));
        assertThat(asked).isEqualTo(2);
        storeWorks = true;
        assertThat(encoder.encode(report(1, 4)).dictionary())
                .as("after a pause")
                .isNull();
        now += MINUTE_NS / 6;
        DictionaryFrame again = encoder.encode(report(1, 5));
        assertThat(again.dictionary()).isEqualTo(dictionary);
        assertThat(read(again)).isEqualTo(report(1, 5));
        assertThat(asked).isEqualTo(3);
    }

    @Test
    void aDictionaryThatSomebodyElseBringsBackIsUsedAtOnce() {
        DictionaryEncoder encoder = encoder();
        Dictionary dictionary = encoder.encode(report(1, 1)).dictionary();
        stored.clear();
        assertThat(encoder.encode(report(1, 2)).dictionary()).isNull();
        stored.put(dictionary.name(), dictionary);
        assertThat(encoder.encode(report(1, 3)).dictionary()).isEqualTo(dictionary);
        assertThat(asked).isEqualTo(1);
    }

    private static RdfGraph both(RdfGraph one, RdfGraph other) {
        List<Statement> statements = new ArrayList<>(one.statements());
        statements.addAll(other.statements());
        return RdfGraph.of(statements);
    }

    /** Another dictionary would have fewer entries, and the frames would be as large. */
    @Test
    void anotherDictionaryThatIsNoBetterIsNotTaken() {
        DictionaryEncoder encoder = encoder();
        encoder.encode(both(report(1, 0), report(2, 0)));
        for (int i = 1; i < DictionaryEncoder.TRAINING; i++) {
            encoder.encode(report(1, i));
        }
        assertThat(asked).isEqualTo(1);
    }

    @Test
    void theLastElementsTellWhetherADictionaryIsBetter() {
        DictionaryEncoder encoder = encoder();
        encoder.encode(report(1, 0));
        for (int i = 1; i < DictionaryEncoder.TRAINING; i++) {
            encoder.encode(report(i < DictionaryEncoder.TRAINING - 16 ? 2 : 1, i));
        }
        assertThat(asked).as("the last 16 fit to the first one").isEqualTo(1);
    }

    @Test
    void aStoreThatIsNotReadyIsNotAsked() {
        isReady = false;
        DictionaryEncoder encoder = encoder();
        assertThat(encoder.encode(report(1, 1)).dictionary()).isNull();
        assertThat(asked).isZero();
        isReady = true;
        assertThat(encoder.encode(report(1, 2)).dictionary()).isNotNull();
        isReady = false;
        stored.clear();
        now += MINUTE_NS;
        assertThat(encoder.encode(report(1, 3)).dictionary()).isNull();
        assertThat(asked).isEqualTo(1);
    }

    @Test
    void framesAreSelfContainedWhileTheDictionaryIsNotDurable() {
        storeWorks = false;
        DictionaryEncoder encoder = encoder();
        for (int i = 0; i < 50; i++) {
            now += MINUTE_NS / 60; // one a second
            DictionaryFrame frame = encoder.encode(report(i % 5, i));
            assertThat(frame.dictionary()).isNull();
            assertThat(read(frame)).isEqualTo(report(i % 5, i));
        }
        assertThat(asked).isBetween(4, 6); // every ten seconds
        storeWorks = true;
        now += MINUTE_NS / 6;
        DictionaryFrame frame = encoder.encode(report(1, 1));
        assertThat(frame.dictionary()).isNotNull();
        assertThat(read(frame)).isEqualTo(report(1, 1));
    }

    /** The thread waits for it, for ten seconds each time. */
    @Test
    void aStoreThatDoesNotAnswerIsAskedForATenthOfTheTime() {
        storeWorks = false;
        storeNs = MINUTE_NS / 6;
        DictionaryEncoder encoder = encoder();
        while (now < 100 * MINUTE_NS) {
            now += MINUTE_NS / 600;
            encoder.encode(report(1, 1));
        }
        assertThat(asked).isBetween(50, 61);

        storeWorks = true;
        now += 2 * MINUTE_NS;
        encoder.encode(report(1, 1));
        now += MINUTE_NS;
        asked = 0;
        storeWorks = false;
        long begun = now;
        while (now < begun + 100 * MINUTE_NS) {
            now += MINUTE_NS / 200;
            encoder.encode(
                    report((int) (now / MINUTE_NS) * 100, 1)); // another device each minute, for new dictionaries
        }
        assertThat(asked).isBetween(30, 61);
    }

    @Test
    void anElementThatNeedsMoreThanTheTablesHaveLeftIsSelfContained() {
        options = new JellyOptions(PhysicalType.QUADS, new TableSizes(8, 4, 2), false, 2);
        DictionaryEncoder encoder = encoder();
        encoder.encode(report(1, 1));
        Statement fourNames = VALUES.createStatement(
                iri("http://a/new1"), iri("http://a/new2"), iri("http://a/new3"), iri("http://a/new4"));
        RdfGraph graph = RdfGraph.of(List.of(fourNames));
        DictionaryFrame frame = encoder.encode(graph);
        assertThat(frame.dictionary()).isNull();
        assertThat(read(frame)).isEqualTo(graph);
        assertThat(encoder.encode(report(1, 2)).dictionary()).isNotNull();
    }

    @Test
    void anElementThatIsRefusedDoesNoHarm() {
        DictionaryEncoder encoder = encoder();
        RdfGraph refused = RdfGraph.of(
                List.of(VALUES.createStatement(iri("http://a/s"), iri("http://a/p"), VALUES.createLiteral("\uD800"))));
        for (int i = 0; i < 120; i++) {
            assertThatExceptionOfType(MalformedJellyException.class).isThrownBy(() -> encoder.encode(refused));
        }
        assertThat(read(encoder.encode(report(1, 1)))).isEqualTo(report(1, 1));
    }

    @Test
    void aDictionaryIsNamedByItsBytes() {
        DictionaryEncoder one = encoder();
        one.encode(report(1, 1));
        encoder().encode(report(1, 99));
        assertThat(stored).hasSize(1); // the same terms of another writer
        Dictionary dictionary = stored.values().iterator().next();
        assertThat(Dictionary.of(dictionary.frame().clone())).isEqualTo(dictionary);
        byte[] forged = dictionary.frame().clone();
        forged[forged.length - 1]++;
        assertThat(Dictionary.of(forged).name()).isNotEqualTo(dictionary.name());
        assertThat(dictionary.toString()).contains(Dictionary.text(dictionary.name()));
        assertThat(Dictionary.nameOf(dictionary.digest())).isEqualTo(dictionary.name());
    }
}
