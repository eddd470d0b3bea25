package dev.velella.jelly.format;

/** The form of frames in a byte stream (Jelly specification, delimited and non-delimited variant). */
public enum StreamForm {
    /** Every frame stands after its length in bytes. */
    DELIMITED,
    /** The stream is one frame without a length, up to the end of the input. */
    BARE,
    /**
     * The first three bytes tell the form, because a frame begins with the options row in either form. For reading
     * only.
     */
    DETECT
}
