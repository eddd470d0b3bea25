package dev.velella.diff.blank;

/** Mixing of 64-bit hashes. A collision costs a larger diff, never a wrong one. */
final class Mix {
    private Mix() {}

    /** The finalizer of SplitMix64: every bit of the result depends on every bit of the argument. */
    static long mix(long z) {
        long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }

    /** Continues a hash with another number. The order of the numbers matters. */
    static long then(long hash, long number) {
        return mix(hash * 0x9E3779B97F4A7C15L + number + 0x632BE59BD9B4E019L);
    }
}
