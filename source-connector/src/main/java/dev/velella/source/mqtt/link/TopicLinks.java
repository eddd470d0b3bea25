package dev.velella.source.mqtt.link;

import dev.velella.edge.EdgeRequest;
import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.JellyHeader;
import dev.velella.retry.LogAllowance;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * All topics with frames that build on each other. If there are more topics than the limit, the least recently used
 * ones are forgotten; for their next frames, the frames from the key frame on are requested again. Not thread-safe.
 *
 * @param <C> type of the objects that frames come with
 */
public final class TopicLinks<C> {
    /** Longest wait of a frame, in ms, while it holds up the messages of other devices. */
    private static final long HOLDING_UP_MS = 2_000;

    private final Function<String, @Nullable JellyHeader> places;
    private final int most;
    private final long patienceMs;
    private final Limits limits;
    private final LinkCounts counts;
    private final Map<String, TopicLink<C>> links = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<String> active = new LinkedHashSet<>();
    private final LogAllowance said = LogAllowance.tenAMinute(LoggerFactory.getLogger(TopicLink.class));

    /**
     * Creates links without state.
     *
     * @param places gives the place of the last processed frame of a topic; null if it is not known
     * @param most most topics with state
     * @param patienceMs longest time that a frame waits for earlier frames. Each wait without success makes the next
     *     wait of the same topic half as long, down to a 64th
     * @param limits limits of frames and graphs
     * @param counts counts the frames that did not come
     */
    public TopicLinks(
            Function<String, @Nullable JellyHeader> places,
            int most,
            long patienceMs,
            Limits limits,
            LinkCounts counts) {
        this.counts = counts;
        this.places = places;
        this.most = most;
        this.patienceMs = patienceMs;
        this.limits = limits;
    }

    /** Adds the next frame of a topic. */
    public void add(String topic, LinkFrame frame, C carrier) {
        links.computeIfAbsent(topic, name -> new TopicLink<>(name, places.apply(name), limits, said, counts))
                .add(frame, carrier);
        active.add(topic);
        trim();
    }

    private void trim() {
        for (Iterator<Map.Entry<String, TopicLink<C>>> each = links.entrySet().iterator();
                links.size() > most && each.hasNext(); ) {
            if (!each.next().getValue().isWaiting()) {
                each.remove();
            }
        }
    }

    /** Whether frames wait for earlier frames. */
    public boolean isWaiting() {
        return !active.isEmpty();
    }

    /** Whether frames of a topic wait for earlier frames, or were not processed yet. */
    public boolean isWaiting(String topic) {
        return active.contains(topic);
    }

    /**
     * Processes the frames that came, as far as possible.
     *
     * @param holdsUp whether the waiting frames hold up the messages of other devices; they then wait two seconds at
     *     most
     */
    public void advance(long nowMs, boolean holdsUp, Consumer<LinkOutcome<C>> outcomes) {
        long patience = holdsUp ? Math.min(patienceMs, HOLDING_UP_MS) : patienceMs;
        active.removeIf(topic -> {
            TopicLink<C> link = links.get(topic);
            if (link == null) {
                return true;
            }
            link.advance(nowMs, patience, outcomes);
            return !link.isWaiting();
        });
    }

    /** The requests for missing frames, by topic. */
    public Map<String, EdgeRequest> requests() {
        Map<String, EdgeRequest> requests = new LinkedHashMap<>();
        for (String topic : active) {
            TopicLink<C> link = links.get(topic);
            if (link != null) {
                link.request().ifPresent(request -> requests.put(topic, request));
            }
        }
        return requests;
    }

    /**
     * Takes the frames that a device sent again. Does nothing if no frame waits for them.
     *
     * @param asked place of the frame that the answer is for
     * @param frames requested frames in order; empty if the device does not have them
     */
    public void answer(String topic, JellyHeader asked, List<LinkFrame> frames, Consumer<LinkOutcome<C>> outcomes) {
        TopicLink<C> link = links.get(topic);
        if (link != null) {
            link.answer(asked, frames, outcomes);
        }
    }
}
