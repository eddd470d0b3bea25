package dev.velella.source.mqtt.link;

import dev.velella.edge.EdgeDictionary;
import dev.velella.jelly.format.Limits;
import dev.velella.kit.retry.LogAllowance;
import dev.velella.rdf.BoundedMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * All topics with messages that build on dictionaries. Between messages it keeps dictionaries, within limits, and the number
 * of the last message of each topic. A dictionary that was dropped is fetched again when a message needs it. Not thread-safe.
 *
 * @param <C> type of the objects that messages come with
 */
public final class DictionaryLinks<C> {
    /** Longest wait of a message, in ms, while it holds up the messages of other devices. */
    private static final long HOLDING_UP_MS = 2_000;

    /** Most estimated memory of dictionaries, in bytes. */
    private static final long MOST_BYTES = 256L << 20;

    /** Numbers take little memory, so those of many more topics are kept than dictionaries. */
    private static final int NUMBERS_PER_TOPIC = 64;

    private final Function<String, @Nullable WriterNumbers> stored;
    private final boolean shared;
    private final Settings settings;
    private final LinkCounts counts;
    private final Map<String, DictionaryLink<C>> links = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, NumberedTopic> numbers;
    private final Set<String> active = new LinkedHashSet<>();

    /** Whether topics or dictionaries were added since the limits were checked. */
    private boolean isGrown;

    private final LogAllowance said = LogAllowance.tenAMinute(LoggerFactory.getLogger(DictionaryLinks.class));

    /**
     * The settings of the links.
     *
     * @param prefix beginning of the topics of dictionaries
     * @param most most topics whose dictionaries are kept
     * @param patienceMs longest time that a message waits for its dictionary. Each wait without success makes the next wait
     *     of the same topic half as long, down to a 64th
     * @param limits limits of messages, dictionaries and graphs
     */
    public record Settings(String prefix, int most, long patienceMs, Limits limits) {}

    /**
     * Creates links without dictionaries.
     *
     * @param stored gives the stored numbers of a topic; null if there are none
     * @param shared whether several tasks share the topics, so that numbers tell nothing
     */
    public DictionaryLinks(
            Function<String, @Nullable WriterNumbers> stored, boolean shared, Settings settings, LinkCounts counts) {
        this.stored = stored;
        this.shared = shared;
        this.settings = settings;
        this.counts = counts;
        numbers = new BoundedMap<>((int) Math.min(Integer.MAX_VALUE, (long) settings.most * NUMBERS_PER_TOPIC));
    }

    /** Adds the next message of a topic. */
    public void add(String topic, DictionaryMessage message, C carrier) {
        links.computeIfAbsent(topic, name -> new DictionaryLink<>(name, settings.prefix, settings.limits))
                .add(message, carrier);
        active.add(topic);
        isGrown = true;
    }

    /** Whether messages wait for dictionaries. */
    public boolean isWaiting() {
        return !active.isEmpty();
    }

    /**
     * Processes the messages that came, as far as possible.
     *
     * @param holdsUp whether the waiting messages hold up the messages of other devices; they then wait two seconds at most
     */
    public void advance(long nowMs, boolean holdsUp, Consumer<LinkOutcome<C>> outcomes) {
        long patience = holdsUp ? Math.min(settings.patienceMs, HOLDING_UP_MS) : settings.patienceMs;
        active.removeIf(topic -> {
            DictionaryLink<C> link = links.get(topic);
            if (link == null) {
                return true;
            }
            link.advance(nowMs, patience, numbers(topic), outcomes);
            return !link.isWaiting();
        });
        trim();
    }

    private NumberedTopic numbers(String topic) {
        return numbers.computeIfAbsent(topic, name -> {
            WriterNumbers known = shared ? null : stored.apply(name);
            WriterNumbers used = shared ? null : known == null ? new WriterNumbers() : known;
            return new NumberedTopic(name, used, known != null, counts, said);
        });
    }

    /** The dictionaries for which messages wait. */
    public Set<DictionaryName> wanted() {
        Set<DictionaryName> wanted = new LinkedHashSet<>();
        for (String topic : active) {
            DictionaryLink<C> link = links.get(topic);
            if (link != null) {
                link.wanted().ifPresent(wanted::add);
            }
        }
        return wanted;
    }

    /**
     * Takes the payload of a message that was found where a dictionary should be. If its hash is not the dictionary's name,
     * it is left out, and said.
     */
    public void arrived(DictionaryName wanted, byte[] payload) {
        DictionaryLink<C> link = links.get(wanted.topic());
        if (link == null) {
            return;
        }
        if (EdgeDictionary.nameOf(payload) != wanted.name()) {
            said.warn("The broker has a message of " + payload.length + " bytes in place of the dictionary " + wanted
                    + "; its hash is another one, so it is not used");
            return;
        }
        link.arrived(wanted.name(), payload);
        counts.dictionaries.incrementAndGet();
        isGrown = true;
    }

    /** Forgets the topics used longest ago, as far as their messages do not wait. */
    private void trim() {
        if (!isGrown) {
            return;
        }
        isGrown = false;
        long bytes = 0;
        for (DictionaryLink<C> link : links.values()) {
            bytes += link.bytes();
        }
        for (Iterator<DictionaryLink<C>> each = links.values().iterator();
                (links.size() > settings.most || bytes > MOST_BYTES) && each.hasNext(); ) {
            DictionaryLink<C> link = each.next();
            if (!link.isWaiting()) {
                bytes -= link.bytes();
                each.remove();
            }
        }
    }
}
