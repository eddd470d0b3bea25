package dev.velella.kit.http.connection;

import dev.velella.kit.http.message.HttpFault;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The answers that are being written. Their number is bounded. If one more comes, an answer whose client has taken nothing
 * for a while gives way; if there is none, the new one is refused. Thread-safe.
 */
public final class Answers {
    private static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final int most;
    private final String what;
    private final Set<AnswerWriter> writers = ConcurrentHashMap.newKeySet();

    /**
     * @param most most answers
     * @param what name of the answers, for messages
     */
    public Answers(int most, String what) {
        this.most = most;
        this.what = what;
    }

    /**
     * Takes one more.
     *
     * @throws HttpFault 503 if there is no room
     */
    public synchronized void add(AnswerWriter writer) {
        if (writers.size() >= most && !makeRoom()) {
            throw new HttpFault(503, most + " " + what + " are being written already; try again later");
        }
        writers.add(writer);
    }

    private boolean makeRoom() {
        AnswerWriter longest = null;
        for (AnswerWriter writer : writers) {
            if (longest == null || writer.stalledNanos() > longest.stalledNanos()) {
                longest = writer;
            }
        }
        if (longest == null || longest.stalledNanos() < STALLED_NANOS) {
            return false;
        }
        writers.remove(longest);
        longest.giveUp();
        return true;
    }

    void remove(AnswerWriter writer) {
        writers.remove(writer);
    }

    /** Lets answers that wait for more go on. */
    public void wake() {
        writers.forEach(AnswerWriter::wake);
    }

    /** Number of answers. */
    public int count() {
        return writers.size();
    }
}
