package dev.velella.tests.soak;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * The faults that a seed draws: the same seed gives the same faults, on every machine. Every kind comes once before any comes
 * again. Every sixth fault or so begins while the one before it is still there.
 */
record FaultPlan(List<Fault> faults) {
    private static final int OVERLAPS_ONE_IN = 6;

    /**
     * Draws faults.
     *
     * @param kinds to draw from
     * @param count how many faults
     * @param interval from one to the next
     */
    static FaultPlan of(long seed, List<FaultKind> kinds, int count, Duration interval) {
        Random random = new Random(seed);
        Deque<FaultKind> bag = new ArrayDeque<>();
        List<Fault> faults = new ArrayList<>();
        while (faults.size() < count) {
            if (bag.isEmpty()) {
                List<FaultKind> all = new ArrayList<>(kinds);
                Collections.shuffle(all, random);
                bag.addAll(all);
            }
            FaultKind kind = bag.remove();
            int victim = random.nextInt(6); // divides well by one, two and three
            boolean ahead = random.nextBoolean();
            boolean wanted = random.nextInt(OVERLAPS_ONE_IN) == 0;
            int number = faults.size() + 1;
            boolean overlaps = wanted && number > 1 && mayOverlap(faults.get(number - 2), kind);
            faults.add(new Fault(number, interval.multipliedBy(number), kind, victim, ahead, overlaps));
        }
        return new FaultPlan(List.copyOf(faults));
    }

    private static boolean mayOverlap(Fault before, FaultKind kind) {
        return !before.overlaps()
                && before.kind().part() != kind.part()
                && !before.kind().standsAlone()
                && !kind.standsAlone();
    }
}
