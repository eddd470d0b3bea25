package dev.velella.sink.query;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What one query may take: time, memory, and the length of a text. The thread that begins a budget evaluates the query
 * and ends the budget. Once a limit is reached, every further {@link #check} fails, so that no operator goes on by taking the
 * failure for an error of one expression.
 *
 * <p>One thread uses it, but {@link #end} and {@link #shutOut} may be called by any.
 */
public final class QueryBudget implements AutoCloseable {
    /** Longest text that a function makes or works on, in characters. */
    static final int MAX_TEXT = 1 << 20;

    /** Texts from this length on are counted. A query has no more than some thousand expressions, so shorter ones are few. */
    private static final int LONG_TEXT = 4_096;

    /** Memory is taken in pieces, so that queries seldom meet. */
    private static final long PIECE = 1L << 18;

    /** Steps between two looks at the clock. */
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
     * Begins the budget of the queries that the calling thread evaluates until it closes it.
     *
     * @param timeoutMs after which the query is ended, in ms
     * @param holdMs how long somebody who needs the store waits for it, in ms
     */
    public static QueryBudget begin(QueryMemory memory, long timeoutMs, long holdMs) {
        QueryBudget budget = new QueryBudget(memory, timeoutMs, holdMs);
        CURRENT.set(budget);
        return budget;
    }

    /** The budget of the calling thread; one without limits where it has begun none. */
    public static QueryBudget current() {
        QueryBudget budget = CURRENT.get();
        return budget == null ? new QueryBudget(null, Long.MAX_VALUE, Long.MAX_VALUE) : budget;
    }

    /** How long somebody who needs the store waits for the query, in ms. */
    public long holdMs() {
        return holdMs;
    }

    /** Ends the query from another thread, soon and with an error. */
    public void end(String reason) {
        end = reason;
    }

    /**
     * To be called before anything of the store is touched, where the store needs that; {@link #leave} follows.
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

    /** The query does not touch the store any more for now. */
    public void leave() {
        store.unlock();
    }

    /**
     * Ends the query from another thread, which may do with the store what it likes when this returns true: if the query
     * goes on nevertheless, it gets no further than {@link #enter}.
     *
     * @param patienceMs how long to wait for it to {@link #leave}, in ms
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
     * To be called in every loop.
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
     * Counts memory that stays in use until it is {@link #release released}, or until the query ends.
     *
     * @throws QueryEndedException if it is too much
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
                                        + " (half of sparql.endpoint.memory.bytes); ask for less at a time"
                                : "the queries that run need all the memory that queries have"
                                        + " (sparql.endpoint.memory.bytes); try again later");
                throw tooLarge;
            }
            taken += more;
        }
    }

    /** Counts memory as free that was kept. */
    void release(long bytes) {
        kept -= bytes;
    }

    /**
     * Counts a text that a function is about to make, or has made.
     *
     * @throws QueryEndedException if it is too long, or there were too many
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

    /** Gives everything back. Only by the thread that began it. */
    @Override
    public void close() {
        CURRENT.remove();
        if (memory != null) {
            memory.giveBack(taken);
            taken = 0;
        }
    }
}
