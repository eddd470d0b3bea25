package dev.velella.bench.measure;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One piece of work that all of its contenders do.
 *
 * @param name words joined by hyphens: workload, direction, framing, kind of terms
 * @param method JMH benchmark: class and method
 * @param parameters of the benchmark, without the contender
 * @param contenders values of the parameter {@code codec}
 * @param unitsPerOperation triples or patch rows that one operation handles
 * @param unit name of the thing that is counted: triple or row
 */
public record Scenario(
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
     * @param library in whose newer version its fork runs; empty for the class path as it is
     */
    public record Contender(String code, String label, Optional<NewerLibrary> library) {
        /** With the class path as it is. */
        public Contender(String code, String label) {
            this(code, label, Optional.empty());
        }
    }
}
