package dev.velella.source.mqtt.link;

import dev.velella.dictionary.Dictionary;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.edge.EdgeDictionary;
import dev.velella.edge.EdgeTopics;
import dev.velella.jelly.JellyDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.record.VelellaHeader;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one topic that build on dictionaries. Elements come out in the order of the messages. A message whose
 * dictionary is not there waits for it, and the messages after it wait too. Messages do not depend on each other: a message
 * that is lost or refused is the only one. Not thread-safe.
 *
 * @param <C> type of the objects that messages come with
 */
final class DictionaryLink<C> {
    private static final long NONE = -1;

    /** Most times that the wait is halved. Each wait without success makes the next wait half as long. */
    private static final int MOST_HALVINGS = 6;

    private final String topic;
    private final String prefix;
    private final Limits limits;
    private final LinkDictionaries dictionaries;
    private final Deque<Arrival<C>> waiting = new ArrayDeque<>();

    /** Start of the first waiting message's wait, in ms; {@link #NONE} if no message waits for a dictionary. */
    private long waitingSince = NONE;

    /** Number of waits without success since the last dictionary came. */
    private int inVain;

    private record Arrival<C>(DictionaryMessage message, C carrier) {}

    /**
     * Creates a link without dictionaries.
     *
     * @param prefix beginning of the topics of dictionaries
     */
    DictionaryLink(String topic, String prefix, Limits limits) {
        this.topic = topic;
        this.prefix = prefix;
        this.limits = limits;
        dictionaries = new LinkDictionaries(limits);
    }

    /** Adds the next message. */
    void add(DictionaryMessage message, C carrier) {
        waiting.add(new Arrival<>(message, carrier));
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Estimated memory of the dictionaries, in bytes. */
    long bytes() {
        return dictionaries.bytes();
    }

    /**
     * Processes the messages that came, as far as possible.
     *
     * @param patienceMs longest time that a message waits for its dictionary
     */
    void advance(long nowMs, long patienceMs, NumberedTopic numbers, Consumer<LinkOutcome<C>> outcomes) {
        for (Arrival<C> next = waiting.peek(); next != null; next = waiting.peek()) {
            VelellaHeader header = next.message.header();
            if (numbers.has(header)) {
                outcomes.accept(outcome(next, numbers, null, null));
            } else if (missing(next.message) == null) {
                read(next, numbers, outcomes);
            } else if (waitingSince != NONE && nowMs - waitingSince >= patienceMs >> inVain) {
                inVain = Math.min(inVain + 1, MOST_HALVINGS);
                numbers.follow(header);
                numbers.counts().withoutDictionary.incrementAndGet();
                outcomes.accept(outcome(next, numbers, null, notFound(next.message)));
            } else {
                waitingSince = waitingSince == NONE ? nowMs : waitingSince;
                return;
            }
            waiting.remove();
            waitingSince = NONE;
        }
    }

    private void read(Arrival<C> next, NumberedTopic numbers, Consumer<LinkOutcome<C>> outcomes) {
        RdfGraph graph = null;
        PayloadException refusal = null;
        try {
            graph = graph(next.message);
        } catch (RuntimeException e) {
            refusal = LinkErrors.refusal("", e);
        }
        numbers.follow(next.message.header());
        outcomes.accept(outcome(next, numbers, graph, refusal));
    }

    private LinkOutcome<C> outcome(
            Arrival<C> arrival, NumberedTopic numbers, @Nullable RdfGraph graph, @Nullable PayloadException refusal) {
        return new LinkOutcome<>(topic, numbers.place(), arrival.carrier, graph, refusal);
    }

    private RdfGraph graph(DictionaryMessage message) {
        VelellaHeader header = message.header();
        VelellaHeader.Base base = header.dictionary();
        if (base == null) {
            JellyDecoder<?> alone = JellyDecoder.of(header.kind(), new VerifiedTerms(), limits);
            return graph(alone.decode(message.value()), new LinkedHashSet<>());
        }
        EdgeDictionary dictionary = base.carried() > 0 ? carried(base, message.value()) : dictionaries.get(base.name());
        if (dictionary.kind() != header.kind()) {
            throw new PayloadException(
                    RefusalReason.UNDECODABLE,
                    "its header says " + header.kind() + ", and its dictionary is for " + dictionary.kind());
        }
        byte[] frame = Arrays.copyOfRange(message.value(), base.carried(), message.value().length);
        return graph(dictionary.decode(frame), dictionary.base());
    }

    private RdfGraph graph(StreamElement element, Set<Statement> base) {
        return element instanceof RdfGraph graph ? graph : GraphChanges.apply((RdfPatch) element, base, limits);
    }

    private EdgeDictionary carried(VelellaHeader.Base base, byte[] value) {
        byte[] payload = Arrays.copyOf(value, Math.min(base.carried(), value.length));
        if (EdgeDictionary.nameOf(payload) != base.name()) {
            throw new PayloadException(
                    RefusalReason.UNDECODABLE,
                    "it names dictionary " + Dictionary.text(base.name()) + ", and carries another one");
        }
        return LinkDictionaries.read(payload, limits);
    }

    /** The dictionary that a message needs and that is not here; null if there is none. */
    private @Nullable DictionaryName missing(DictionaryMessage message) {
        VelellaHeader.Base base = message.header().dictionary();
        return base == null || base.carried() > 0 || dictionaries.has(base.name())
                ? null
                : new DictionaryName(topic, base.name());
    }

    private PayloadException notFound(DictionaryMessage message) {
        VelellaHeader.Base base = message.header().dictionary();
        String at = EdgeTopics.dictionary(prefix, topic, base == null ? 0 : base.name());
        return new PayloadException(
                RefusalReason.MISSING_STATE,
                "it builds on a dictionary that the broker does not retain at " + at
                        + "; start the device again, so that it publishes its dictionary, and see that it may write there"
                        + " and that the source may read there (the source waits for mqtt.link.timeout.ms)");
    }

    /** The dictionary for which the first message waits. */
    Optional<DictionaryName> wanted() {
        Arrival<C> first = waiting.peek();
        return first == null || waitingSince == NONE ? Optional.empty() : Optional.ofNullable(missing(first.message));
    }

    /** Takes a dictionary whose name was checked. */
    void arrived(long name, byte[] payload) {
        dictionaries.put(name, payload);
        inVain = 0;
    }
}
