package dev.velella.record;

/** Names of the headers that dead letters of all parts carry. Values are text in UTF-8. */
public final class ErrorHeaderNames {
    /** What all of them begin with. */
    public static final String PREFIX = "velella.error.";

    /** Where the record stands. */
    public static final String TOPIC = PREFIX + "topic";

    public static final String PARTITION = PREFIX + "partition";
    public static final String OFFSET = PREFIX + "offset";

    /** The app that refused the record. */
    public static final String APPLICATION_ID = PREFIX + "application.id";

    /** The connector that refused the record. */
    public static final String CONNECTOR = PREFIX + "connector";

    /** Stream of the record: the text of its key. */
    public static final String STREAM = PREFIX + "stream";

    /** Number of the patch in its stream. */
    public static final String PATCH = PREFIX + "patch";

    /** Kind of the reason. */
    public static final String REASON = PREFIX + "reason";

    public static final String CLASS = PREFIX + "exception.class.name";

    /** The reason in words. */
    public static final String MESSAGE = PREFIX + "exception.message";

    /** What the value is: self-contained, raw, cut or none. */
    public static final String VALUE = PREFIX + "value";

    /** How many bytes the value had, where it was cut. */
    public static final String VALUE_BYTES = PREFIX + "value.bytes";

    /** How many bytes the key had, where it was cut. */
    public static final String KEY_BYTES = PREFIX + "key.bytes";

    /** How many headers of the record were left out, because they did not fit. */
    public static final String HEADERS_LEFT_OUT = PREFIX + "headers.left.out";

    /** The record's header {@code jelly}, which a dead letter must not have. */
    public static final String JELLY = PREFIX + "jelly";

    private ErrorHeaderNames() {}
}
