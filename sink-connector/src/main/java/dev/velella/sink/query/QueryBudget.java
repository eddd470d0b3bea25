package dev.velella.sink.query;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one query: its time, its memory, and the length of a text. The thread that begins a budget evaluates
 * the query and ends the budget. Once a limit is reached, every further {@link #check} fails. Otherwise an operator
 * could take the failure for an error of one expression and continue.
 *
 * <p>Only one thread uses a budget, but any thread may call {@link #end} and {@link #shutOut}.
 */
public final class QueryBudget implements AutoCloseable {
    /** Maximum length of a text that a function makes or reads, in characters. */
    static final int MAX_TEXT = 1 << 20;

    /**
     * Minimum length of texts that are counted, in characters. Shorter texts need little memory, because a query has
     * only some thousand expressions.
     */
    private static final int LONG_TEXT = 4_096;

    /** Memory is taken in pieces of this size, in bytes, so that queries rarely compete for the counter. */
    private static final long PIECE = 1L << 18;

    /** Number of steps between two checks of the clock. */
    private static final int CLOCK_STEPS = 1 << 8;

    private static final ThreadLocal<@Nullable QueryBudget> CURRENT = new ThreadLocal<>();

    private final @Nullable QueryMemory memory;
    private final long begun = System.nanoTime();
    private final long timeoutMs;
    private final long holdMs;
    private long taken;
    private long kept;
    private int steps;
    private final ReentrantLock store = new ReentrantLock();
    private boolean shutOut;
    private volatile @Nullable String end;
    private @Nullable QueryEndedException tooLarge;

    private QueryBudget(@Nullable QueryMemory memory, long timeoutMs, long holdMs) {
        this.memory = memory;
        this.timeoutMs = timeoutMs;
        this.holdMs = holdMs;
    }

    /**
     * Begins a budget for the queries of the calling thread. It lasts until the thread closes it.
     *
     * @param timeoutMs time after which the query is ended, in ms
     * @param holdMs how long a writer waits for the query, in ms
     */
    public static QueryBudget begin(QueryMemory memory, long timeoutMs, long holdMs) {
        QueryBudget budget = new QueryBudget(memory, timeoutMs, holdMs);
        CURRENT.set(budget);
        return budget;
    }

    /** The budget of the calling thread; a budget without limits if the thread has begun none. */
    public static QueryBudget current() {
        QueryBudget budget = CURRENT.get();
        return budget == null ? new QueryBudget(null, Long.MAX_VALUE, Long.MAX_VALUE) : budget;
    }

    /** How long a writer of the store waits for the query, in ms. */
    public long holdMs() {
        return holdMs;
    }

    /** Ends the query from another thread. The query ends soon, with an error. */
    public void end(String reason) {
        end = reason;
    }

    /**
     * Called before the query accesses the store, if the store needs this; {@link #leave} must follow.
     *
     * @throws QueryEndedException if the query has to end
     */
    public void enter() {
        check();
        store.lock();
        if (shutOut) {
            store.unlock();
            check();
        }
    }

    /** Called when the query has finished an access to the store. */
    public void leave() {
        store.unlock();
    }

    /**
     * Ends the query from another thread and shuts it out from the store. When this method returns true, the calling
     * thread may freely use the store: even if the query still runs, {@link #enter} stops it.
     *
     * @param patienceMs how long to wait until the query calls {@link #leave}, in ms
     */
    public boolean shutOut(String reason, long patienceMs) throws InterruptedException {
        end(reason);
        if (!store.tryLock(patienceMs, TimeUnit.MILLISECONDS)) {
            return false;
        }
        shutOut = true;
        store.unlock();
        return true;
    }

    /**
     * Checks the limits. Must be called in every loop.
     *
     * @throws QueryEndedException if the query has to end
     */
    public void check() {
        if (tooLarge != null) {
            throw tooLarge;
        }
        String reason = end;
        if (reason != null) {
            throw QueryEndedException.late(reason);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw QueryEndedException.late("the query was interrupted");
        }
        steps++;
        if (steps >= CLOCK_STEPS) {
            steps = 0;
            if (timeoutMs != Long.MAX_VALUE && System.nanoTime() - begun > TimeUnit.MILLISECONDS.toNanos(timeoutMs)) {
                end("the query took longer than " + timeoutMs + " ms");
                check();
            }
        }
    }

    /**
     * Counts memory as used until it is {@link #release released} or the query ends.
     *
     * @throws QueryEndedException if the query needs too much memory
     */
    void keep(long bytes) {
        check();
        kept += bytes;
        if (memory != null && kept > taken) {
            long more = Math.max(PIECE, kept - taken);
            if (kept > memory.share() || !memory.take(more)) {
                tooLarge = QueryEndedException.tooLarge(
                        kept > memory.share()
                                ? "the query needs more than " + memory.share()
                                        + " bytes of memory for what it sorts, groups, joins or builds"
                                        + " (half of sparql.endpoint.memory.bytes, or an eighth of the heap); ask for less at a time"
                                : "the queries that run need all the memory that queries have"
                                        + " (sparql.endpoint.memory.bytes, or a quarter of the heap); try again later");
                throw tooLarge;
            }
            taken += more;
        }
    }

    /** Counts memory as free again. */
    void release(long bytes) {
        kept -= bytes;
    }

    /**
     * Counts a text that a function will make or has made.
     *
     * @throws QueryEndedException if the text is too long, or the texts need too much memory
     */
    void text(long characters) {
        if (characters > MAX_TEXT && memory != null) {
            tooLarge = QueryEndedException.tooLarge("the query makes a text of more than " + MAX_TEXT + " characters");
            throw tooLarge;
        }
        if (characters >= LONG_TEXT) {
            keep(2 * characters);
        }
    }

    /** Releases all memory and ends the budget. Only the thread that began the budget may call this. */
    @Override
    public void close() {
        CURRENT.remove();
        if (memory != null) {
            memory.giveBack(taken);
            taken = 0;
        }
    }
}
