package dev.velella.bench.codec;

import dev.velella.bench.data.PatchStream;
import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.NewerLibrary;
import dev.velella.bench.measure.Scale;
import dev.velella.bench.measure.Scenario;
import dev.velella.bench.measure.Scenario.Contender;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The work that the suite {@code codec} measures: streams written and read in each framing, and patches. */
public final class CodecScenarios {
    /** Streams of patches whose times are measured: in two orders of rows, and with many adds for each delete. */
    private static final List<PatchStream> MEASURED_PATCHES =
            List.of(PatchStream.WEATHER_PATCHES, PatchStream.WEATHER_PATCHES_SORTED, PatchStream.BSBM_UPDATES);

    private CodecScenarios() {}

    /** All scenarios, in the order in which they are run. */
    public static List<Scenario> all(Scale scale) {
        List<Scenario> all = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            int shared = workload.length(scale);
            int fresh = workload.freshLength(scale);
            long sharedTriples = Workload.triples(workload.generate(shared));
            long freshTriples = Workload.triples(workload.generate(fresh));
            for (Framing framing : Framing.values()) {
                all.add(graphs(workload, "serialize", "shared", framing, shared, sharedTriples));
                all.add(graphs(workload, "serialize", "fresh", framing, fresh, freshTriples));
            }
            for (Framing framing : Framing.values()) {
                all.add(graphs(workload, "parse", "", framing, shared, sharedTriples));
            }
        }
        for (PatchStream stream : MEASURED_PATCHES) {
            long changes = Workload.changes(stream.patches(scale.weatherPatches()));
            all.add(patches(stream, "serialize", scale.weatherPatches(), changes));
            all.add(patches(stream, "parse", scale.weatherPatches(), changes));
        }
        return all;
    }

    private static Scenario graphs(
            Workload workload, String direction, String terms, Framing framing, int elements, long triples) {
        String method = direction.equals("parse")
                ? ReadGraphs.class.getName() + ".read"
                : WriteGraphs.class.getName() + "." + terms;
        boolean fresh = terms.equals("fresh");
        List<Contender> contenders = new ArrayList<>();
        for (GraphCodec codec : GraphCodec.values()) {
            if (codec.takesPart(direction.equals("parse"), framing)
                    && (!fresh || codec == GraphCodec.VELELLA || codec == GraphCodec.JELLY_JVM)) {
                contenders.add(new Contender(codec.name(), codec.label()));
            }
        }
        if (!fresh && NewerLibrary.JELLY_CORE.isThere()) {
            contenders.add(new Contender(
                    GraphCodec.JELLY_JVM.name(),
                    GraphCodec.JELLY_JVM.label() + "-" + NewerLibrary.JELLY_CORE.version(),
                    Optional.of(NewerLibrary.JELLY_CORE)));
        }
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("framing", framing.name());
        parameters.put("workload", workload.name());
        parameters.put("elements", Integer.toString(elements));
        String name = workload.label() + "-" + direction + "-" + framing.label() + (terms.isEmpty() ? "" : "-" + terms);
        return new Scenario(name, method, parameters, contenders, triples, "triple");
    }

    private static Scenario patches(PatchStream stream, String direction, int elements, long changes) {
        String method = Patches.class.getName() + (direction.equals("parse") ? ".read" : ".write");
        List<Contender> contenders = Arrays.stream(PatchCodec.values())
                .filter(codec -> codec.takesPart(direction.equals("parse")))
                .map(codec -> new Contender(codec.name(), codec.label()))
                .toList();
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("stream", stream.name());
        parameters.put("elements", Integer.toString(elements));
        return new Scenario(stream.label() + "-" + direction, method, parameters, contenders, changes, "row");
    }
}
