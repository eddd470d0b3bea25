package dev.velella.lift;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A hole of a template. It asks the record for a value, may change the value with a function, and may have a default for a
 * missing value. Immutable.
 *
 * @param text the hole as it is written, without braces
 * @param source the part of the record that has the value
 * @param name pointer, name of the header, or number of the level; empty for the other sources
 * @param up number of blocks around the block that has the value
 * @param function name of a function or a map; null for none
 * @param byDefault what stands for a missing value; null for none
 */
record Hole(String text, Source source, String name, int up, @Nullable String function, @Nullable String byDefault) {
    private static final String POINTER = "(?:/[^{}|\"<>\\n\\r()]*)";
    private static final Pattern FORM = Pattern.compile("(?:([a-zA-Z][a-zA-Z0-9_-]*)\\()?"
            + "(?:(\\^*)(" + POINTER + "|\\.|#|name)|(key)(" + POINTER + "?)|(topic)(?:\\[(-?[1-9]\\d?)])?"
            + "|(partition|timestamp|now)|header/([^{}|\"<>\\n\\r()]+))"
            + "(\\))?(?:\\|([^{}\"<>\\n\\r]*))?");

    private static final Pattern MEANT =
            Pattern.compile("/|\\^|header/|key/|topic\\[|(?:[a-zA-Z][a-zA-Z0-9_-]*)\\((?:/|key|timestamp|\\.)");

    /** The parts of a record that a hole may ask for. */
    enum Source {
        /** A value of the record, or of an item of a block. */
        VALUE,
        /** The number of an item in its block, from 0. */
        ITEM,
        /** The name of the member whose value is the item of a block. */
        NAME,
        /** The record key, or a value in it. */
        KEY,
        TOPIC,
        TOPIC_LEVEL,
        PARTITION,
        TIMESTAMP,
        HEADER,
        /** The time of receipt. */
        NOW
    }

    /** Reads the text between the braces of a hole; null if it is none. */
    static @Nullable Hole parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || (form.group(1) == null) != (form.group(10) == null)) {
            return null;
        }
        String function = form.group(1);
        String byDefault = form.group(11);
        if (form.group(3) != null) {
            int up = form.group(2).length();
            Source ofItem = form.group(3).equals("#") ? Source.ITEM : Source.NAME;
            return form.group(3).equals("#") || form.group(3).equals("name")
                    ? new Hole(text, ofItem, "", up, function, byDefault)
                    : new Hole(
                            text,
                            Source.VALUE,
                            form.group(3).equals(".") ? "" : form.group(3),
                            up,
                            function,
                            byDefault);
        } else if (form.group(4) != null) {
            return new Hole(text, Source.KEY, form.group(5), 0, function, byDefault);
        } else if (form.group(6) != null) {
            String level = form.group(7);
            return new Hole(
                    text,
                    level == null ? Source.TOPIC : Source.TOPIC_LEVEL,
                    level == null ? "" : level,
                    0,
                    function,
                    byDefault);
        } else if (form.group(8) != null) {
            Source source =
                    switch (form.group(8)) {
                        case "partition" -> Source.PARTITION;
                        case "timestamp" -> Source.TIMESTAMP;
                        default -> Source.NOW;
                    };
            return new Hole(text, source, "", 0, function, byDefault);
        }
        return new Hole(text, Source.HEADER, form.group(9), 0, function, byDefault);
    }

    /** Whether a text can only be meant as a hole, although it may be a wrong one. */
    static boolean isMeant(String text) {
        return MEANT.matcher(text).lookingAt();
    }

    /** Whether a name is one of the functions for times. */
    static boolean isTimeFunction(String name) {
        return switch (name) {
            case "s", "ms", "us", "ns", "days" -> true;
            default -> false;
        };
    }

    /**
     * The time that a number since 1970 stands for.
     *
     * @param function unit of the number
     * @throws IllegalArgumentException if the text is no number, or the time has no year of four digits
     */
    static String time(String function, String number) {
        BigDecimal value;
        try {
            value = number.length() > 40 ? null : new BigDecimal(number);
        } catch (NumberFormatException e) {
            value = null;
        }
        if (value == null || Math.abs((long) value.scale()) > 40) {
            throw new IllegalArgumentException("is no number of a time");
        } else if (function.equals("days")) {
            try {
                return ConnectText.days(value.longValueExact());
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException("is no whole number of days", e);
            }
        }
        int digits = "s".equals(function) ? 0 : "ms".equals(function) ? 3 : "us".equals(function) ? 6 : 9;
        BigDecimal nanos = value.movePointRight(9 - digits);
        if (nanos.abs().precision() - nanos.scale() > 30
                || nanos.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException("is no time: it is finer than a nanosecond, or far away");
        }
        BigInteger[] parts = nanos.toBigInteger().divideAndRemainder(BigInteger.valueOf(1_000_000_000));
        if (parts[0].bitLength() > 62) {
            throw new IllegalArgumentException("is a time outside of the years 1 to 9999");
        }
        long second = parts[0].longValue();
        long nano = parts[1].longValue();
        return ConnectText.instant(nano < 0 ? second - 1 : second, nano < 0 ? nano + 1_000_000_000 : nano);
    }

    @Override
    public String toString() {
        return "{" + text + "}";
    }
}
