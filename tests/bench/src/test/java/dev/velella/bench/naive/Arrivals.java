package dev.velella.bench.naive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** When the messages of the stations were first seen in the store. A later reading of a station covers the earlier ones. One thread. */
final class Arrivals {
    private final IntFunction<List<Stations.Message>> since;
    private final List<Stations.Message> messages = new ArrayList<>();
    private final List<Long> seenMs = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Number of the first message of each station that was not seen. */
    private final int[] next = new int[Stations.COUNT];

    /** @param since gives the messages from a number on */
    Arrivals(IntFunction<List<Stations.Message>> since) {
        this.since = since;
        Arrays.setAll(next, station -> station);
    }

    /** @param latest time of the latest reading in the store, by station */
    void see(long nowMs, Map<String, String> latest) {
        for (Stations.Message message : since.apply(messages.size())) {
            numbers.put(message.id(), messages.size());
            messages.add(message);
            seenMs.add(0L);
        }
        latest.forEach((station, time) -> {
            Integer number = numbers.get(station + " " + time);
            if (number != null) {
                int turn = number % Stations.COUNT;
                for (; next[turn] <= number; next[turn] += Stations.COUNT) {
                    seenMs.set(next[turn], nowMs);
                }
            }
        });
    }

    /** All messages below this number are in the store. */
    int all() {
        return Arrays.stream(next).min().orElse(0);
    }

    /** Ages in ms when they were first seen, in ascending order, of the messages from a number to another. */
    long[] ages(int from, int to) {
        long[] ages = new long[to - from];
        for (int i = from; i < to; i++) {
            ages[i - from] = seenMs.get(i) - messages.get(i).publishedMs();
        }
        Arrays.sort(ages);
        return ages;
    }
}
