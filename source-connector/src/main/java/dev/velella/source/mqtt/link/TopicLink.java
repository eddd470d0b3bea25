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
 * The frames of one topic. Each topic belongs to one device. Elements come out in the order of the device, each once.
 * If earlier frames are missing, a frame waits until the device has sent them again. Not thread-safe.
 *
 * <p>Frames up to the place of the last processed frame are known. A known frame gives no element, but it may restore
 * lost state.
 *
 * @param <C> type of the objects that frames come with
 */
final class TopicLink<C> {
    private static final Logger log = LoggerFactory.getLogger(TopicLink.class);
    private static final long NONE = -1;

    /** Most times that the wait is halved. Each wait without success makes the next wait half as long. */
    private static final int MOST_HALVINGS = 6;

    private final String topic;
    private final LogAllowance said;
    private final LinkCounts counts;
    private final FrameState state;
    private final Deque<Arrival<C>> waiting = new ArrayDeque<>();

    /** Place of the last processed frame; null if it is not known. */
    private @Nullable JellyHeader place;

    /** Start of the first waiting frame's wait, in ms; {@link #NONE} if no frame waits. */
    private long waitingSince = NONE;

    /** Whether the frames that the first waiting frame needs are lost: the device does not have them either. */
    private boolean givenUp;

    /** Number of waits without success since the device last sent the missing frames. */
    private int inVain;

    /**
     * Whether a frame was refused. The frames that build on it are then refused too, and nothing is requested for them.
     */
    private boolean broken;

    private record Arrival<C>(LinkFrame frame, C carrier) {}

    /**
     * Creates a link without state.
     *
     * @param place place of the last processed frame; null if it is not known
     */
    TopicLink(String topic, @Nullable JellyHeader place, Limits limits, LogAllowance said, LinkCounts counts) {
        this.counts = counts;
        this.topic = topic;
        this.place = place;
        this.said = said;
        state = new FrameState(topic, limits);
    }

    /** Adds the next frame. */
    void add(LinkFrame frame, C carrier) {
        waiting.add(new Arrival<>(frame, carrier));
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /**
     * Processes the frames that came, as far as possible.
     *
     * @param patienceMs longest time that a frame waits for earlier frames
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
            outcomes.accept(LinkOutcome.of(topic, frame, next.carrier(), null, null));
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

    /** The outcome of a frame; null if the frame cannot be read yet and waits. */
    private @Nullable LinkOutcome<C> outcome(Arrival<C> arrival, boolean refusing) {
        LinkFrame frame = arrival.frame();
        try {
            RdfGraph graph = state.read(frame).orElse(null);
            if (graph == null && !refusing) {
                return null;
            }
            broken = graph == null;
            return LinkOutcome.of(topic, frame, arrival.carrier(), graph, graph == null ? refusal(frame) : null);
        } catch (PayloadException e) {
            broken = true;
            return LinkOutcome.of(topic, frame, arrival.carrier(), null, e);
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

    /** Number of the first unprocessed frame, in the stream of this place. */
    private long expected(JellyHeader here) {
        JellyHeader dealt = place;
        if (dealt == null) {
            return here.seq() - here.dist();
        }
        return FrameState.isSameStream(dealt, here) ? dealt.seq() + 1 : 0;
    }

    /**
     * Reads a known frame to restore lost state. Does nothing if the state is already after the last processed frame,
     * because it would go back.
     */
    private void rebuild(LinkFrame frame) {
        JellyHeader dealt = place;
        if (dealt != null && state.next(dealt) <= dealt.seq()) {
            try {
                state.read(frame);
            } catch (PayloadException e) {
                log.debug("The known frame {} of {} cannot be read: {}", frame.place(), topic, e.getMessage());
            }
        }
    }

    private boolean waitedInVain(long nowMs, long patienceMs) {
        return waitingSince != NONE && nowMs - waitingSince >= patienceMs >> inVain;
    }

    private void reportLoss(JellyHeader here) {
        long missing = here.seq() - expected(here);
        if (missing > 0) {
            counts.missing.addAndGet(missing);
            said.warn(missing + " frames before frame " + here.seq() + " of stream " + here.streamName() + " of "
                    + topic + " did not come, and the device did not send them again");
        }
    }

    /** The request for missing frames; empty if no frame is missing. */
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
     * Takes the frames that the device sent again. If they do not help, the first waiting frame stops waiting.
     *
     * @param asked place of the frame that the answer is for
     * @param frames requested frames in order; empty if the device does not have them
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

    /** Reads a frame that was sent again; false if it cannot be read. */
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
                outcomes.accept(LinkOutcome.of(topic, frame, null, graph, null));
            }
            return true;
        } catch (PayloadException e) {
            said.warn("The device of " + topic + " sent a frame again that cannot be read: " + e.getMessage());
            return false;
        }
    }
}
