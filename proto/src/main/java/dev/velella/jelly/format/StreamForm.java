package dev.velella.jelly.format;

/** How frames lie in a byte stream (Jelly specification, delimited and non-delimited variant). */
public enum StreamForm {
    /** Every frame after its length in bytes. */
    DELIMITED,
    /** One frame without a length, up to the end of the input. */
    BARE,
    /** Told from the first three bytes, which begin with the options row in either form. For reading only. */
    DETECT
}
