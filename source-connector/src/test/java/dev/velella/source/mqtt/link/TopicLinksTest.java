package dev.velella.source.mqtt.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.edge.EdgeForm;
import dev.velella.edge.EdgeRequest;
import dev.velella.edge.EdgeSettings;
import dev.velella.edge.EdgeStream;
import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.options.Spelling;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TopicLinksTest {
    private static final String TOPIC = "site/1";
    private static final long PATIENCE = 1000;
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final List<RdfGraph> elements = new ArrayList<>();
    private final List<Integer> refused = new ArrayList<>();
    private JellyHeader place;
    private TopicLinks<Integer> links = started();

    private TopicLinks<Integer> started() {
        return new TopicLinks<>(topic -> place, 10, PATIENCE, Limits.DEFAULT, new LinkCounts());
    }

    /** Graph number n: statements that stay, one that counts, one of seven that come and go. */
    private static RdfGraph graph(int n) {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            statements.add(VALUES.createStatement(iri("s" + i), iri("p"), iri("o" + i), iri("g")));
        }
        statements.add(VALUES.createStatement(iri("s"), iri("number"), VALUES.createLiteral(n), iri("g")));
        statements.add(VALUES.createStatement(iri("g"), iri("turn"), VALUES.createLiteral(n % 7)));
        return RdfGraph.of(statements);
    }

    private static org.eclipse.rdf4j.model.IRI iri(String name) {
        return VALUES.createIRI("http://example.org/" + name);
    }

    private static int number(RdfGraph graph) {
        Set<Integer> numbers = new HashSet<>();
        for (Statement statement : graph.statements()) {
            if (statement.getPredicate().getLocalName().equals("number")) {
                numbers.add(((Literal) statement.getObject()).intValue());
            }
        }
        assertThat(numbers).hasSize(1);
        int number = numbers.iterator().next();
        assertThat(new HashSet<>(graph.statements()))
                .isEqualTo(new HashSet<>(graph(number).statements()));
        return number;
    }

    private static EdgeSettings settings(EdgeForm form, int interval) {
        return EdgeSettings.DEFAULT.withForm(form).withInterval(new KeyFrameInterval(interval, 600_000));
    }

    private void deliver(EncodedFrame frame, int number) {
        links.add(TOPIC, new LinkFrame(frame.header(), frame.value()), number);
    }

    private void take(LinkOutcome<Integer> outcome) {
        if (outcome.refusal() != null) {
            refused.add(outcome.carrier());
            place = outcome.frame().place();
        } else if (outcome.graph() != null) {
            elements.add(outcome.graph());
            place = outcome.frame().place();
        }
    }

    /** As the task does it, until nothing more comes of it. */
    private void advance(long nowMs, EdgeStream... devices) {
        links.advance(nowMs, false, this::take);
        for (int round = 0; round < 1000 && links.isWaiting(); round++) {
            EdgeRequest request = links.requests().get(TOPIC);
            if (request == null || devices.length == 0) {
                return;
            }
            EdgeRequest travelled = EdgeRequest.parse(request.properties()).orElseThrow();
            assertThat(travelled).isEqualTo(request);
            List<LinkFrame> answer = new ArrayList<>();
            for (EdgeStream device : devices) {
                device.answer(travelled).forEach(frame -> answer.add(new LinkFrame(frame.header(), frame.value())));
            }
            links.answer(TOPIC, travelled.came(), answer, this::take);
            links.advance(nowMs, false, this::take);
        }
        assertThat(links.isWaiting()).isFalse();
    }

    private List<Integer> numbers() {
        return elements.stream().map(TopicLinksTest::number).toList();
    }

    private static List<Integer> range(int from, int to) {
        return java.util.stream.IntStream.range(from, to).boxed().toList();
    }

    @ParameterizedTest
    @EnumSource
    void framesBecomeTheGraphsTheyStandFor(EdgeForm form) {
        EdgeStream device = new EdgeStream(settings(form, 10));
        for (int i = 0; i < 35; i++) {
            deliver(device.next(graph(i)), i);
        }
        advance(0);
        assertThat(numbers()).isEqualTo(range(0, 35));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsMissingIsSentAgainAndComesFirst(EdgeForm form) {
        EdgeStream device = new EdgeStream(settings(form, 10));
        for (int i = 0; i < 40; i++) {
            EncodedFrame frame = device.next(graph(i));
            if (i < 5 || i > 23) {
                deliver(frame, i);
            }
        }
        advance(0, device);
        assertThat(numbers()).isEqualTo(range(0, 40));
        assertThat(refused).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aReceiverWithoutStateAsksForItAndMakesNoElementTwice(EdgeForm form) {
        EdgeStream device = new EdgeStream(settings(form, 100));
        for (int i = 0; i < 20; i++) {
            deliver(device.next(graph(i)), i);
        }
        advance(0, device);
        links = started();
        for (int i = 20; i < 30; i++) {
            deliver(device.next(graph(i)), i);
        }
        advance(0, device);
        assertThat(numbers()).isEqualTo(range(0, 30));
    }

    @Test
    void whatNobodyHasIsRefusedUntilTheNextKeyFrame() {
        EdgeStream device = new EdgeStream(settings(EdgeForm.GRAPHS, 10).withRetainedBytes(0));
        for (int i = 0; i < 30; i++) {
            EncodedFrame frame = device.next(graph(i));
            if (i != 5) {
                deliver(frame, i);
            }
        }
        advance(0, device);
        assertThat(refused).isEqualTo(range(6, 10));
        List<Integer> expected = new ArrayList<>(range(0, 5));
        expected.addAll(range(10, 30));
        assertThat(numbers()).isEqualTo(expected);
    }

    @Test
    void aDeviceThatDoesNotAnswerIsWaitedForSoLongAndNoLonger() {
        EdgeStream device = new EdgeStream(settings(EdgeForm.GRAPHS, 10));
        device.next(graph(0));
        deliver(device.next(graph(1)), 1);
        deliver(device.next(graph(2)), 2);
        advance(100);
        advance(100 + PATIENCE - 1);
        assertThat(links.isWaiting()).isTrue();
        assertThat(refused).isEmpty();
        advance(100 + PATIENCE);
        assertThat(refused).containsExactly(1, 2);
        assertThat(links.isWaiting()).isFalse();
    }

    @Test
    void aDeviceThatBeganAnewDoesNotHaveWhatIsMissingOfTheOldStream() {
        EdgeStream before = new EdgeStream(settings(EdgeForm.CHANGES, 10));
        deliver(before.next(graph(0)), 0);
        before.next(graph(1));
        deliver(before.next(graph(2)), 2);
        EdgeStream after = new EdgeStream(settings(EdgeForm.CHANGES, 10));
        deliver(after.next(graph(3)), 3);
        deliver(after.next(graph(4)), 4);
        advance(0, after);
        assertThat(refused).containsExactly(2);
        assertThat(numbers()).containsExactly(0, 3, 4);
    }

    @Test
    void theFirstFramesOfANewStreamAreMissedToo() {
        EdgeStream before = new EdgeStream(settings(EdgeForm.GRAPHS, 10));
        deliver(before.next(graph(0)), 0);
        EdgeStream after = new EdgeStream(settings(EdgeForm.GRAPHS, 2));
        for (int i = 1; i < 6; i++) {
            EncodedFrame frame = after.next(graph(i));
            if (i >= 3) {
                deliver(frame, i);
            }
        }
        advance(0, after);
        assertThat(numbers()).isEqualTo(range(0, 6));
    }

    @Test
    void longAnswersComeInParts() {
        EdgeStream device = new EdgeStream(settings(EdgeForm.GRAPHS, 1000).withAnswerBytes(100));
        for (int i = 0; i < 200; i++) {
            EncodedFrame frame = device.next(graph(i));
            if (i < 100 || i == 199) {
                deliver(frame, i);
            }
        }
        links.advance(0, false, this::take);
        links = started(); // place is known, state is not
        for (int i = 200; i < 201; i++) {
            deliver(device.next(graph(i)), i);
        }
        advance(0, device);
        assertThat(numbers()).isEqualTo(range(0, 201));
    }

    @Test
    void aGraphThatGrowsAboveTheLimitByChangesIsRefused() {
        Limits seven = Limits.DEFAULT.withMaxStatements(7);
        links = new TopicLinks<>(topic -> place, 10, PATIENCE, seven, new LinkCounts());
        EdgeStream device = new EdgeStream(settings(EdgeForm.CHANGES, 100));
        List<String> reasons = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            deliver(device.next(graph(i)), i);
        }
        List<Statement> eight = new ArrayList<>(graph(4).statements());
        eight.add(VALUES.createStatement(iri("s"), iri("p"), iri("more")));
        deliver(device.next(RdfGraph.of(eight)), 4);
        links.advance(0, false, outcome -> {
            take(outcome);
            if (outcome.refusal() != null) {
                reasons.add(Spelling.of(outcome.refusal().kind()) + " "
                        + outcome.refusal().getMessage());
            }
        });
        assertThat(numbers()).as("graphs of seven, each changed").containsExactly(0, 1, 2, 3);
        assertThat(refused).containsExactly(4);
        assertThat(reasons)
                .containsExactly("too-large more than the limit of 7 statements (limits.element.statements)");
    }

    @Test
    void aFrameThatWasChangedIsRefusedAndWhatFollowsIsNotGuessed() {
        EdgeStream device = new EdgeStream(settings(EdgeForm.CHANGES, 6).withRetainedBytes(0));
        for (int i = 0; i < 12; i++) {
            EncodedFrame frame = device.next(graph(i));
            byte[] value = frame.value().clone();
            if (i == 2) {
                value[value.length - 1] ^= 0x55;
                value[0] ^= 0x33;
            }
            links.add(TOPIC, new LinkFrame(frame.header(), value), i);
        }
        advance(0, device);
        assertThat(refused).containsExactly(2, 3, 4, 5);
        assertThat(numbers()).containsExactly(0, 1, 6, 7, 8, 9, 10, 11);
    }

    /**
     * Frames are lost and repeated, the receiver starts again with the last place only, the device begins anew. The device
     * keeps enough, so every element comes once, in order, as the graph of its number.
     */
    @ParameterizedTest
    @EnumSource
    void neverAWrongGraphWhateverIsLost(EdgeForm form) {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            elements.clear();
            refused.clear();
            place = null;
            links = started();
            EdgeStream device = new EdgeStream(settings(form, 1 + random.nextInt(12)));
            int first = 0;
            EncodedFrame before = null;
            for (int i = 0; i < 120; i++) {
                EncodedFrame frame = device.next(graph(i));
                if (random.nextInt(4) > 0 || i == first || i == 119) {
                    deliver(frame, i);
                    if (before != null && random.nextInt(10) == 0) {
                        deliver(before, i - 1);
                    }
                }
                before = frame;
                if (random.nextInt(6) == 0) {
                    advance(0, device);
                }
                if (random.nextInt(15) == 0) {
                    advance(0, device);
                    links = started();
                }
                if (random.nextInt(40) == 0 && !links.isWaiting()) {
                    // All that the old device sent is here before it ends.
                    links.add(TOPIC, new LinkFrame(frame.header(), frame.value()), i);
                    advance(0, device);
                    device = new EdgeStream(settings(form, 1 + random.nextInt(12)));
                    first = i + 1;
                    before = null;
                }
            }
            advance(0, device);
            assertThat(numbers()).as("seed %d", seed).isEqualTo(range(0, 120));
            assertThat(refused).as("seed %d", seed).isEmpty();
        }
    }
}
