package dev.velella.bench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A figure of the file.
 *
 * @param value the median of the rounds
 * @param unit as the suite prints it
 * @param low the lowest of the rounds, where the suite says it
 * @param high the highest of the rounds, where the suite says it
 * @param run place in {@link SuiteResults#runs}, counted from 1
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MeasuredFigure(double value, String unit, @Nullable Double low, @Nullable Double high, int run) {
    MeasuredFigure ofRun(int place) {
        return new MeasuredFigure(value, unit, low, high, place);
    }
}
