package dev.velella.source.simulator;

/**
 * The SplitMix64 generator of pseudo-random numbers. Uses additions and multiplications alone, so a seed gives the same
 * numbers on every platform. Not thread-safe.
 */
final class SplitMix64 {
    private static final double UNIT = 1.0 / (1L << 53);
    private static final double SQUARE_ROOT_OF_3 = 1.7320508075688772;

    private long state;

    SplitMix64(long seed) {
        this.state = seed;
    }

    /** Uniform in [0, 1). */
    double uniform() {
        state += 0x9E3779B97F4A7C15L;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return ((z ^ (z >>> 31)) >>> 11) * UNIT;
    }

    /** Roughly normal, mean 0 and variance 1: the sum of four uniform numbers (Irwin-Hall). */
    double normal() {
        return (uniform() + uniform() + uniform() + uniform() - 2.0) * SQUARE_ROOT_OF_3;
    }
}
