package dev.velella.record;

import dev.velella.rdf.ErrorText;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Place of a change among the changes of its stream: the header {@link RecordHeaderNames#CHANGE}. It orders changes whose
 * records come twice or in another order. Immutable.
 *
 * @param number number of the version that the change leads to, such as the revision of a page; not negative
 * @param time time of the change in ms since 1970, which orders changes of the same version
 */
public record ChangeVersion(long number, long time) implements Comparable<ChangeVersion> {
    private static final Comparator<ChangeVersion> ORDER =
            Comparator.comparingLong(ChangeVersion::number).thenComparingLong(ChangeVersion::time);

    /** Checks the number. */
    public ChangeVersion {
        if (number < 0) {
            throw new IllegalArgumentException("a negative version: " + number);
        }
    }

    /** The text of the header: {@code vNUMBER.TIME}. The letter keeps header converters from making a number of it. */
    public String format() {
        return "v" + number + "." + time;
    }

    /**
     * Reads the text of the header.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static ChangeVersion parse(String text) {
        int dot = text.indexOf('.');
        if (text.startsWith("v") && dot > 0) {
            try {
                return new ChangeVersion(
                        Long.parseLong(text.substring(1, dot)), Long.parseLong(text.substring(dot + 1)));
            } catch (NumberFormatException e) {
                throw wrong(text, e);
            }
        }
        throw wrong(text, null);
    }

    private static IllegalArgumentException wrong(String text, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "header " + RecordHeaderNames.CHANGE + " is not vNUMBER.TIME, such as v327.1591815375000: "
                        + ErrorText.name(text),
                cause);
    }

    @Override
    public int compareTo(ChangeVersion other) {
        return ORDER.compare(this, other);
    }
}
