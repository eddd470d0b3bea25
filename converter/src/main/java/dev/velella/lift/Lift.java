package dev.velella.lift;

/** Makes elements of records. Thread-safe. */
public final class Lift {
    Lift() {}

    /**
     * Makes the element of a record.
     *
     * @throws PayloadException if the record has none: its value does not fit, or its key
     */
    public Lifted lift(LiftRecord record) {
        return new Lifted(null, null, java.util.OptionalLong.of(record.timestamp()));
    }
}
