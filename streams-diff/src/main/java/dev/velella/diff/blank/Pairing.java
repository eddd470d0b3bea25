package dev.velella.diff.blank;

import java.util.ArrayDeque;

/**
 * Both graphs and the pairs found so far. A pair is never given up, and no node is in two pairs.
 *
 * <p>Every new pair is followed to its neighbours once. Two neighbours become a pair too if, on each side, a statement
 * of the pair's node leads to exactly one free node, and these two nodes have the same surroundings. Not thread-safe.
 */
final class Pairing {
    private static final long PAIR = 0x9A12;

    private final Side previous;
    private final Side next;
    private final WorkLimit work;

    /** Pairs that were not yet followed to their neighbours, by their node in the next graph. */
    private final ArrayDeque<Integer> pending = new ArrayDeque<>();

    private int count;

    Pairing(NodeGraph previous, NodeGraph next, WorkLimit work) {
        this.previous = new Side(previous, work);
        this.next = new Side(next, work);
        this.work = work;
    }

    Side previous() {
        return previous;
    }

    Side next() {
        return next;
    }

    WorkLimit work() {
        return work;
    }

    /** Number of pairs. */
    int count() {
        return count;
    }

    /** Whether one of the graphs has no free node left. */
    boolean isDone() {
        return count == previous.graph().size() || count == next.graph().size();
    }

    /** Makes two free nodes a pair. */
    void match(int previousNode, int nextNode) {
        long colour = Mix.then(PAIR, previousNode);
        previous.match(previousNode, nextNode, colour);
        next.match(nextNode, previousNode, colour);
        pending.add(nextNode);
        count++;
    }

    /** Makes two nodes a pair if both are still free. */
    void matchIfFree(int previousNode, int nextNode) {
        if (previous.isFree(previousNode) && next.isFree(nextNode)) {
            match(previousNode, nextNode);
        }
    }

    /** Follows all new pairs to their neighbours, including the pairs that are found on the way. */
    void follow(boolean loosely) {
        for (Integer nextNode = pending.poll(); nextNode != null; nextNode = pending.poll()) {
            followOne(next.partner(nextNode), nextNode, loosely);
        }
    }

    private void followOne(int previousNode, int nextNode, boolean loosely) {
        int previousDegree = previous.graph().degree(previousNode);
        int nextDegree = next.graph().degree(nextNode);
        work.spend((long) previousDegree + nextDegree);
        if (isDone()) {
            return;
        }
        Classes ways = new Classes(previousDegree + nextDegree);
        for (int i = 0; i < previousDegree; i++) {
            int st = previous.graph().statement(previousNode, i);
            int free = previous.onlyFree(st);
            if (free >= 0) {
                ways.addPrevious(previous.seenFrom(st, free, false), free);
            }
        }
        for (int i = 0; i < nextDegree; i++) {
            int st = next.graph().statement(nextNode, i);
            int free = next.onlyFree(st);
            if (free >= 0) {
                ways.addNext(next.seenFrom(st, free, false), free);
            }
        }
        for (int i = 0; i < ways.size(); i++) {
            if (ways.isPair(i) && sameSurroundings(ways.previous(i), ways.next(i), loosely)) {
                matchIfFree(ways.previous(i), ways.next(i));
            }
        }
    }

    private boolean sameSurroundings(int previousNode, int nextNode, boolean loosely) {
        return previous.surroundings(previousNode, loosely) == next.surroundings(nextNode, loosely);
    }
}
