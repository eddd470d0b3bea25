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
 * The topics whose frames build on each other. Of more than agreed, those used longest ago are forgotten; what comes on
 * them later is asked for from its key frame on. Not thread-safe.
 *
 * @param <C> what frames come with
 */
public final class TopicLinks<C> {
    /** How long a frame waits at most where it holds up the messages of other devices. */
    private static final long HOLDING_UP_MS = 2_000;

    private final Function<String, @Nullable JellyHeader> places;
    private final int most;
    private final long patienceMs;
    private final Limits limits;
    private final Map<String, TopicLink<C>> links = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<String> active = new LinkedHashSet<>();
    private final LogAllowance said = LogAllowance.tenAMinute(LoggerFactory.getLogger(TopicLink.class));

    /**
     * Of which nothing was read.
     *
     * @param places place of the last frame of a topic that was dealt with; null where it is not known
     * @param most topics of which state is kept
     * @param patienceMs how long a frame waits for those before it; each wait of a topic in vain makes its next one half as
     *     long, down to a 64th
     * @param limits of frames and graphs
     */
    public TopicLinks(Function<String, @Nullable JellyHeader> places, int most, long patienceMs, Limits limits) {
        this.places = places;
        this.most = most;
        this.patienceMs = patienceMs;
        this.limits = limits;
    }

    /** Takes the next frame of a topic. */
    public void add(String topic, LinkFrame frame, C carrier) {
        links.computeIfAbsent(topic, name -> new TopicLink<>(name, places.apply(name), limits, said))
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

    /** Whether frames wait for others. */
    public boolean isWaiting() {
        return !active.isEmpty();
    }

    /**
     * Deals with what came, as far as possible.
     *
     * @param holdsUp whether what waits holds up the messages of other devices; then it waits two seconds at most
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

    /** What to ask the devices for, by topic. */
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
     * Takes what a device sent again; without effect where it is not waited for.
     *
     * @param asked place of the frame that the answer is for
     * @param frames in order; empty where the device has none
     */
    public void answer(String topic, JellyHeader asked, List<LinkFrame> frames, Consumer<LinkOutcome<C>> outcomes) {
        TopicLink<C> link = links.get(topic);
        if (link != null) {
            link.answer(asked, frames, outcomes);
        }
    }
}
