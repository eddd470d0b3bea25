package dev.velella.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One piece of work that all of its contenders do.
 *
 * @param name words joined by hyphens: workload, direction, framing, kind of terms
 * @param method JMH benchmark: class and method
 * @param parameters of the benchmark, without the contender
 * @param contenders values of the parameter {@code codec}
 * @param unitsPerOperation triples or patch rows that one operation handles
 * @param unit of what is counted: triple or row
 */
record Scenario(
        String name,
        String method,
        Map<String, String> parameters,
        List<Contender> contenders,
        long unitsPerOperation,
        String unit) {

    /**
     * One who does the work.
     *
     * @param code value of the parameter {@code codec}
     * @param label as it stands in figures
     */
    record Contender(String code, String label) {}

    /** All scenarios, in the order in which they are run. */
    static List<Scenario> all(Scale scale) {
        List<Scenario> all = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            int shared = scale.elements(workload);
            int fresh = scale.freshElements(workload);
            long sharedTriples = Workload.triples(workload.generate(shared));
            long freshTriples = Workload.triples(workload.generate(fresh));
            for (Framing framing : Framing.values()) {
                all.add(graphs(workload, "serialize", "shared", framing, shared, sharedTriples));
                all.add(graphs(workload, "serialize", "fresh", framing, fresh, freshTriples));
            }
            for (Framing framing : Framing.values()) {
                all.add(graphs(workload, "parse", "", framing, shared, sharedTriples));
            }
            for (Framing framing : Framing.values()) {
                all.add(transcode(workload, framing, shared, sharedTriples));
            }
        }
        long changes = Workload.changes(Workload.WEATHER.patches(scale.weatherPatches()));
        all.add(patches("serialize", scale.weatherPatches(), changes));
        all.add(patches("parse", scale.weatherPatches(), changes));
        return all;
    }

    private static Scenario graphs(
            Workload workload, String direction, String terms, Framing framing, int elements, long triples) {
        String method = direction.equals("parse")
                ? ReadGraphs.class.getName() + ".read"
                : WriteGraphs.class.getName() + "." + terms;
        boolean fresh = terms.equals("fresh");
        List<Contender> contenders = Arrays.stream(GraphCodec.values())
                .filter(codec -> codec.takesPart(direction.equals("parse"), framing))
                .filter(codec -> !fresh || codec == GraphCodec.VELELLA || codec == GraphCodec.JELLY_JVM)
                .map(codec -> new Contender(codec.name(), codec.label()))
                .toList();
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("framing", framing.name());
        parameters.put("workload", workload.name());
        parameters.put("elements", Integer.toString(elements));
        String name = workload.label() + "-" + direction + "-" + framing.label() + (terms.isEmpty() ? "" : "-" + terms);
        return new Scenario(name, method, parameters, contenders, triples, "triple");
    }

    private static Scenario transcode(Workload workload, Framing framing, int elements, long triples) {
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("framing", framing.name());
        parameters.put("workload", workload.name());
        parameters.put("elements", Integer.toString(elements));
        List<Contender> contenders = Arrays.stream(Transcoding.values())
                .map(codec -> new Contender(codec.name(), codec.label()))
                .toList();
        return new Scenario(
                workload.label() + "-transcode-" + framing.label(),
                TranscodeGraphs.class.getName() + ".transcode",
                parameters,
                contenders,
                triples,
                "triple");
    }

    private static Scenario patches(String direction, int elements, long changes) {
        String method = Patches.class.getName() + (direction.equals("parse") ? ".read" : ".write");
        List<Contender> contenders = Arrays.stream(PatchCodec.values())
                .filter(codec -> codec.takesPart(direction.equals("parse")))
                .map(codec -> new Contender(codec.name(), codec.label()))
                .toList();
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("workload", Workload.WEATHER.name());
        parameters.put("elements", Integer.toString(elements));
        return new Scenario(
                Workload.WEATHER.label() + "-patch-" + direction, method, parameters, contenders, changes, "row");
    }
}
