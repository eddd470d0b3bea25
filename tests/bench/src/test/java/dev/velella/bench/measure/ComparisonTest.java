package dev.velella.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The arithmetic of ratios. */
class ComparisonTest {
    @Test
    void ratiosAreTakenRoundByRound() {
        double[] none = new double[0];
        Comparison.Entry ours = new Comparison.Entry("velella", new double[] {10, 100, 10}, none, none);
        Comparison.Entry peer = new Comparison.Entry("peer", new double[] {20, 300, 40}, none, none);
        assertThat(Comparison.ratio(ours, peer)).isEqualTo(new Comparison.Ratio(3, 2, 4));
    }
}
