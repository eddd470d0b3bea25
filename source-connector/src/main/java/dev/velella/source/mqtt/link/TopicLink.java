package dev.velella.source.mqtt.link;

import dev.velella.edge.EdgeRequest;
import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.JellyHeader;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.RdfGraph;
import dev.velella.retry.LogAllowance;
import dev.velella.source.payload.PayloadException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The frames of one topic, which is one device. Elements come out in the order of the device, each once: a frame waits
 * where those before it are missing, until they were sent again. Not thread-safe.
 *
 * <p>A frame up to the last place that was dealt with is known: it gives no element, but may bring back lost state.
 *
 * @param <C> what frames come with
 */
final class TopicLink<C> {
    private static final Logger log = LoggerFactory.getLogger(TopicLink.class);
    private static final long NONE = -1;

    /** A wait in vain makes the next one half as long, so often at most. */
    private static final int MOST_HALVINGS = 6;

    private final String topic;
    private final LogAllowance said;
    private final FrameState state;
    private final Deque<Arrival<C>> waiting = new ArrayDeque<>();

    /** Place of the last frame that was dealt with; null where nothing is known. */
    private @Nullable JellyHeader place;

    /** Since when the first of those that wait waits, in ms; {@link #NONE} where it does not. */
    private long waitingSince = NONE;

    /** Nobody has what the first of those that wait needs. */
    private boolean givenUp;

    /** Waits in vain since the device has last sent again what was missing. */
    private int inVain;

    /** A frame was refused, so those that build on it need not be asked for. */
    private boolean broken;

    private record Arrival<C>(LinkFrame frame, C carrier) {}

    /**
     * A link of which nothing was read.
     *
     * @param place of the last frame that was dealt with; null where it is not known
     */
    TopicLink(String topic, @Nullable JellyHeader place, Limits limits, LogAllowance said) {
        this.topic = topic;
        this.place = place;
        this.said = said;
        state = new FrameState(topic, limits);
    }

    /** Takes the next frame. */
    void add(LinkFrame frame, C carrier) {
        waiting.add(new Arrival<>(frame, carrier));
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /**
     * Deals with what came, as far as possible.
     *
     * @param patienceMs how long a frame waits for those before it, at most
     */
    void advance(long nowMs, long patienceMs, Consumer<LinkOutcome<C>> outcomes) {
        while (!waiting.isEmpty() && dealtWith(waiting.element(), nowMs, patienceMs, outcomes)) {
            waiting.remove();
            waitingSince = NONE;
            givenUp = false;
        }
    }

    private boolean dealtWith(Arrival<C> next, long nowMs, long patienceMs, Consumer<LinkOutcome<C>> outcomes) {
        LinkFrame frame = next.frame();
        JellyHeader here = frame.place();
        if (isKnown(here)) {
            rebuild(frame);
            outcomes.accept(new LinkOutcome<>(topic, frame, next.carrier(), null, null));
            return true;
        }
        boolean waitedInVain = waitedInVain(nowMs, patienceMs);
        boolean givesUp = givenUp || waitedInVain;
        boolean isNext = here.seq() == expected(here);
        if (isNext || givesUp || (broken && !here.isKeyFrame())) {
            LinkOutcome<C> outcome = outcome(next, givesUp || broken);
            if (outcome != null) {
                if (waitedInVain && outcome.refusal() != null) {
                    inVain = Math.min(inVain + 1, MOST_HALVINGS);
                }
                reportLoss(here);
                place = here;
                outcomes.accept(outcome);
                return true;
            }
        }
        if (waitingSince == NONE) {
            waitingSince = nowMs;
        }
        return false;
    }

    /** Null where the frame cannot be read, and waits. */
    private @Nullable LinkOutcome<C> outcome(Arrival<C> arrival, boolean refusing) {
        LinkFrame frame = arrival.frame();
        try {
            RdfGraph graph = state.read(frame).orElse(null);
            if (graph == null && !refusing) {
                return null;
            }
            broken = graph == null;
            return new LinkOutcome<>(topic, frame, arrival.carrier(), graph, graph == null ? refusal(frame) : null);
        } catch (PayloadException e) {
            broken = true;
            return new LinkOutcome<>(topic, frame, arrival.carrier(), null, e);
        }
    }

    private static PayloadException refusal(LinkFrame frame) {
        JellyHeader here = frame.place();
        return new PayloadException(
                RefusalReason.MISSING_STATE,
                "frame " + here.seq() + " of stream " + here.streamName() + ", " + here.dist()
                        + " after its key frame, builds on frames that did not come, and the device did not send them"
                        + " again; it can be read from its next key frame on");
    }

    private boolean isKnown(JellyHeader here) {
        JellyHeader dealt = place;
        return dealt != null && FrameState.isSameStream(dealt, here) && here.seq() <= dealt.seq();
    }

    /** Number of the first frame that is not dealt with, in the stream of this one. */
    private long expected(JellyHeader here) {
        JellyHeader dealt = place;
        if (dealt == null) {
            return here.seq() - here.dist();
        }
        return FrameState.isSameStream(dealt, here) ? dealt.seq() + 1 : 0;
    }

    /** Only where the state is not further than what was dealt with: else it would go back. */
    private void rebuild(LinkFrame frame) {
        JellyHeader dealt = place;
        if (dealt != null && state.next(dealt) <= dealt.seq()) {
            try {
                state.read(frame);
            } catch (PayloadException e) {
                log.debug("Frame {} of {} was dealt with and cannot be read: {}", frame.place(), topic, e.getMessage());
            }
        }
    }

    private boolean waitedInVain(long nowMs, long patienceMs) {
        return waitingSince != NONE && nowMs - waitingSince >= patienceMs >> inVain;
    }

    private void reportLoss(JellyHeader here) {
        long missing = here.seq() - expected(here);
        if (missing > 0) {
            said.warn(missing + " frames before frame " + here.seq() + " of stream " + here.streamName() + " of "
                    + topic + " did not come, and the device did not send them again");
        }
    }

    /** What to ask the device for; empty where nothing is missing. */
    Optional<EdgeRequest> request() {
        if (waiting.isEmpty() || waitingSince == NONE) {
            return Optional.empty();
        }
        JellyHeader here = waiting.element().frame().place();
        long from = expected(here);
        long next = state.next(here);
        boolean kept = next != FrameState.NONE && next <= from;
        return Optional.of(new EdgeRequest(here, kept ? next : from, kept));
    }

    /**
     * Takes what the device sent again. Where that does not help, what waits is given up.
     *
     * @param asked place of the frame that the answer is for
     * @param frames in order; empty where the device has none
     */
    void answer(JellyHeader asked, List<LinkFrame> frames, Consumer<LinkOutcome<C>> outcomes) {
        if (waiting.isEmpty() || !waiting.element().frame().place().equals(asked)) {
            return;
        }
        long before = state.next(asked);
        for (LinkFrame frame : frames) {
            if (!FrameState.isSameStream(frame.place(), asked)
                    || frame.place().seq() >= asked.seq()
                    || !sentAgain(frame, outcomes)) {
                break;
            }
        }
        givenUp = state.next(asked) == before;
        if (!givenUp) {
            inVain = 0;
        }
    }

    /** Whether it could be read. */
    private boolean sentAgain(LinkFrame frame, Consumer<LinkOutcome<C>> outcomes) {
        boolean known = isKnown(frame.place());
        try {
            RdfGraph graph = state.read(frame).orElse(null);
            if (graph == null) {
                return false;
            }
            if (!known) {
                reportLoss(frame.place());
                place = frame.place();
                outcomes.accept(new LinkOutcome<>(topic, frame, null, graph, null));
            }
            return true;
        } catch (PayloadException e) {
            said.warn("The device of " + topic + " sent a frame again that cannot be read: " + e.getMessage());
            return false;
        }
    }
}
