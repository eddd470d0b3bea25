package dev.velella.edge;

import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns the graphs of one device into messages that build on a dictionary, and chooses the dictionary.
 *
 * <p>The stream offers a dictionary ({@link #offer}), and the caller publishes it. Until the broker has it
 * ({@link #published}), messages stand alone or build on the dictionary before. So no message names a dictionary that
 * receivers cannot find.
 *
 * <p>The first dictionary comes from the first graph. Then the stream looks for a better one after 8 messages, and again and
 * again. It offers the better one if it would have saved more bytes than it has itself, had it been there since the last one
 * was taken. So over a long time dictionaries do not cost more than they save. Not thread-safe.
 */
public final class DictionaryStream {
    /** Number of the last graphs from which a dictionary is made, and with which two are compared. */
    private static final int WINDOW = 32;

    private static final int FIRST_LOOK = 8;
    private static final int LONGEST_PAUSE = 1024;

    /** Number of messages after which a dictionary is offered again that could not be published. */
    private static final int RETRY = 100;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final EdgeSettings settings;
    private final ElementKind kind;
    private final DictionaryWriter alone;
    private final int writer = RANDOM.nextInt();
    private final Deque<DeviceGraph> window = new ArrayDeque<>(WINDOW);
    private DictionaryWriter current;

    /** Is being published; null if none is. */
    private @Nullable DictionaryWriter offered;

    /** Whether the caller has taken the offer. */
    private boolean isTaken;

    private long sequence;

    /** Number of messages since the current dictionary is used. */
    private long messages;

    /** Number of messages at which the stream looks for a better dictionary. */
    private long nextLook;

    /**
     * A new stream.
     *
     * @param known payload of the dictionary that the device used last and that the broker had; null if there is none. A
     *     payload that these settings would not write is not used
     */
    public DictionaryStream(EdgeSettings settings, byte @Nullable [] known) {
        this.settings = settings;
        kind = settings.form() == EdgeForm.GRAPHS ? ElementKind.GRAPH : ElementKind.PATCH;
        alone = DictionaryWriter.alone(settings);
        current = known == null ? alone : known(known);
        nextLook = current == alone ? 0 : FIRST_LOOK;
    }

    private DictionaryWriter known(byte[] payload) {
        try {
            return DictionaryWriter.read(settings, payload);
        } catch (MalformedJellyException e) {
            return alone; // of other settings or of another version: it is made anew
        }
    }

    /**
     * The message of the next graph.
     *
     * @throws MalformedJellyException if the settings cannot carry the graph; it is not counted
     */
    public EdgeMessage next(RdfGraph graph) {
        DeviceGraph known = new DeviceGraph(graph);
        look(known);
        EdgeMessage message = message(known);
        known.noteSize(message.header().dictionary() == EdgeHeader.NONE ? alone : current, message.payload().length);
        sequence++;
        messages++;
        return message;
    }

    private EdgeMessage message(DeviceGraph graph) {
        if (current != alone) {
            try {
                return new EdgeMessage(header(current.name()), current.write(graph));
            } catch (MalformedJellyException e) {
                // It may fit without the dictionary. If it does not, the same error comes again.
            }
        }
        return new EdgeMessage(header(EdgeHeader.NONE), alone.write(graph));
    }

    private EdgeHeader header(long dictionary) {
        return new EdgeHeader(kind, dictionary, writer, sequence);
    }

    /** Looks for a better dictionary if it is time to. */
    private void look(DeviceGraph graph) {
        if (window.size() == WINDOW) {
            window.removeFirst();
        }
        window.addLast(graph);
        if (offered != null || messages < nextLook) {
            return;
        }
        nextLook = messages + Math.min(Math.max(messages / 4, FIRST_LOOK), LONGEST_PAUSE);
        try {
            DictionaryWriter candidate = DictionaryWriter.of(settings, window);
            if (current == alone || saves(candidate)) {
                offered = candidate;
                isTaken = false;
            }
        } catch (MalformedJellyException e) {
            // A graph that the limits refuse; it is refused by itself too, with a message.
        }
    }

    private boolean saves(DictionaryWriter candidate) {
        double saved = current.size(window, alone) - candidate.size(window, alone);
        return saved / window.size() * messages > candidate.payload().length;
    }

    /** The payload of a dictionary to be published; each is offered once. */
    public Optional<byte[]> offer() {
        DictionaryWriter made = offered;
        if (made == null || isTaken) {
            return Optional.empty();
        }
        isTaken = true;
        return Optional.of(made.payload());
    }

    /** The broker has the dictionary that was offered: from now on messages build on it. */
    public void published() {
        DictionaryWriter made = offered;
        if (made != null) {
            current = made;
            offered = null;
            messages = 0;
            nextLook = FIRST_LOOK;
        }
    }

    /** The dictionary that was offered could not be published. After a hundred messages the stream offers one again. */
    public void failed() {
        offered = null;
        nextLook = messages + RETRY;
    }

    /** The broker has the current dictionary no longer: from now on messages stand alone, until one is published. */
    public void forget() {
        current = alone;
        failed();
    }

    /** The payload of the dictionary on which messages build now; empty if they stand alone. */
    public Optional<byte[]> current() {
        return current == alone ? Optional.empty() : Optional.of(current.payload());
    }
}
