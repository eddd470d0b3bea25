package dev.velella.jelly;

import java.io.IOException;
import java.util.SplittableRandom;

/** Something that reads bytes, fed with changed ones. One thread each; input and outcome depend on the random numbers only. */
interface FuzzTarget {
    /** Makes the next input. */
    byte[] prepare(SplittableRandom random);

    /** Reads the input; what it throws besides the exceptions for malformed input is a finding. This is measured. */
    void read(byte[] input) throws IOException;

    /**
     * Whether all is well after the input was read, or refused.
     *
     * @throws AssertionError if not
     */
    default void check(SplittableRandom random, boolean refused) throws IOException {}
}
