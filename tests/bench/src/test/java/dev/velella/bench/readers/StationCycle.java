package dev.velella.bench.readers;

import dev.velella.bench.sink.SinkPatches;
import dev.velella.bench.sink.SinkPatches.Numbered;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Patches of weather stations in turn, without end: each station goes through {@value #STATES} readings and back again, so
 * that nothing has to be made while queries are measured. Every reading has {@value #STATEMENTS} statements in the graph of
 * its station, ten of which say the same time. A patch changes the time and some values. One thread.
 */
final class StationCycle {
    /** Statements in the graph of a station, after each patch. */
    static final int STATEMENTS = 116;

    /** Observations in it. */
    static final int OBSERVATIONS = 9;

    /** Readings that a station goes through. */
    static final int STATES = 8;

    private final List<Numbered> first = new ArrayList<>();
    private final List<Station> stations = new ArrayList<>();
    private int turn;

    /** @param statements of all stations together, about */
    StationCycle(int statements) {
        int number = Math.max(1, statements / STATEMENTS);
        SinkPatches patches = new SinkPatches("readers", number);
        Map<String, Station> byKey = new LinkedHashMap<>();
        for (Numbered patch : patches.next(number)) {
            first.add(patch);
            byKey.put(patch.key(), new Station(patch));
        }
        for (Numbered patch : patches.next(number * (STATES - 1))) {
            byKey.get(patch.key()).then(patch);
        }
        stations.addAll(byKey.values());
    }

    /** The patches that make the first graph of every station. */
    List<Numbered> first() {
        return first;
    }

    /** The graphs of the stations. */
    List<String> graphs() {
        return first.stream()
                .map(patch -> patch.adds().get(0).getContext().stringValue())
                .toList();
    }

    /** The next patches; those of {@link #first} must be before them. */
    List<Numbered> next(int count) {
        List<Numbered> patches = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            patches.add(stations.get(turn).next());
            turn = (turn + 1) % stations.size();
        }
        return patches;
    }

    /** A station and where it is. */
    private static final class Station {
        /** Patches from each reading to the next one. */
        private final List<Numbered> steps = new ArrayList<>();

        private final List<Long> hashes = new ArrayList<>();
        private final List<RdfPatch> back = new ArrayList<>();
        private long number;
        private int at;
        private boolean forward = true;

        Station(Numbered first) {
            hashes.add(first.position().hash());
            number = first.position().number();
        }

        void then(Numbered step) {
            steps.add(step);
            hashes.add(step.position().hash());
            back.add(RdfPatch.change(step.adds(), step.deletes()));
        }

        Numbered next() {
            if (at == (forward ? steps.size() : 0)) {
                forward = !forward;
            }
            Numbered step = steps.get(forward ? at : at - 1);
            RdfPatch patch = forward ? step.patch() : back.get(at - 1);
            at += forward ? 1 : -1;
            PatchPosition position = new PatchPosition(++number, hashes.get(at), false);
            return new Numbered(
                    step.key(),
                    position,
                    patch,
                    forward ? step.deletes() : step.adds(),
                    forward ? step.adds() : step.deletes());
        }
    }
}
