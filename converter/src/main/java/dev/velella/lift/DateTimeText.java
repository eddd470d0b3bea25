package dev.velella.lift;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads xsd:dateTime as XSD 1.1 defines it: years may be 0, negative or beyond 9999, and a day may end at 24:00:00. The
 * commonest form, {@code 2026-01-31T23:59:59.123Z} with or without fraction and time zone, takes far less time than a
 * calendar needs. Stateless.
 */
public final class DateTimeText {
    /** Stands for a text that is no xsd:dateTime, or whose time in ms is beyond a long. */
    public static final long NONE = Long.MIN_VALUE;

    private static final Pattern ANY_YEAR = Pattern.compile("(-?(?:[1-9]\\d{3,8}|0\\d{3}))-(\\d\\d)-(\\d\\d)"
            + "T(\\d\\d):([0-5]\\d):([0-5]\\d)(?:\\.(\\d+))?(Z|[+-]\\d\\d:\\d\\d)?");
    private static final int MOST_ZONE_MINUTES = 14 * 60;

    private static final int TO_SECONDS = "2026-01-31T23:59:59".length();
    private static final int OTHER_NUMBER = -1;

    private DateTimeText() {}

    /** The time in ms since 1970; finer digits are cut off. UTC if there is no time zone. */
    public static long milliseconds(String text) {
        long common = common(text);
        return common == NONE ? ofAnyYear(text) : common;
    }

    private static long ofAnyYear(String text) {
        Matcher parts = ANY_YEAR.matcher(text);
        if (!parts.matches()) {
            return NONE;
        }
        String fraction = parts.group(7) == null ? "" : parts.group(7);
        int hour = Integer.parseInt(parts.group(4));
        int minute = Integer.parseInt(parts.group(5));
        int second = Integer.parseInt(parts.group(6));
        boolean isEndOfDay = hour == 24 && minute == 0 && second == 0 && fraction.matches("0*");
        int zone = zoneMinutes(parts.group(8));
        if ((hour > 23 && !isEndOfDay) || Math.abs(zone) > MOST_ZONE_MINUTES) {
            return NONE;
        }
        try {
            long days = LocalDate.of(
                            Integer.parseInt(parts.group(1)),
                            Integer.parseInt(parts.group(2)),
                            Integer.parseInt(parts.group(3)))
                    .toEpochDay();
            int milliseconds = Integer.parseInt((fraction + "000").substring(0, 3));
            return (((days * 24 + hour) * 60 + minute - zone) * 60 + second) * 1000 + milliseconds;
        } catch (DateTimeException e) {
            return NONE;
        }
    }

    /** The time zone in minutes east of UTC; beyond all zones if its minutes are none. */
    private static int zoneMinutes(@Nullable String zone) {
        if (zone == null || zone.equals("Z")) {
            return 0;
        }
        int minutes = number(zone, 4, 6);
        int east = minutes > 59 ? Integer.MAX_VALUE : number(zone, 1, 3) * 60 + minutes;
        return zone.charAt(0) == '-' ? -east : east;
    }

    /** The time of the commonest form; {@link #NONE} for another one. */
    private static long common(String text) {
        int length = text.length();
        if (length < TO_SECONDS
                || text.charAt(4) != '-'
                || text.charAt(7) != '-'
                || text.charAt(10) != 'T'
                || text.charAt(13) != ':'
                || text.charAt(16) != ':') {
            return NONE;
        }
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, 19);
        if (year < 1
                || month < 1
                || month > 12
                || day < 1
                || day > lengthOfMonth(year, month)
                || hour < 0
                || hour > 23
                || minute < 0
                || minute > 59
                || second < 0
                || second > 59) {
            return NONE;
        }
        int at = TO_SECONDS;
        int fraction = 0;
        if (at < length && text.charAt(at) == '.') {
            int begin = ++at;
            while (at < length && isDigit(text.charAt(at))) {
                at++;
            }
            if (at == begin) {
                return NONE;
            }
            for (int i = 0; i < 3; i++) {
                fraction = fraction * 10 + (begin + i < at ? text.charAt(begin + i) - '0' : 0);
            }
        }
        int zoneMinutes = zoneMinutes(text, at);
        if (zoneMinutes == Integer.MIN_VALUE) {
            return NONE;
        }
        long days = LocalDate.of(year, month, day).toEpochDay();
        return (((days * 24 + hour) * 60 + minute - zoneMinutes) * 60 + second) * 1000 + fraction;
    }

    /** The time zone in minutes east of UTC; the smallest integer if it has another form. */
    private static int zoneMinutes(String text, int at) {
        int rest = text.length() - at;
        if (rest == 0 || (rest == 1 && text.charAt(at) == 'Z')) {
            return 0;
        }
        if (rest != 6 || text.charAt(at + 3) != ':' || (text.charAt(at) != '+' && text.charAt(at) != '-')) {
            return Integer.MIN_VALUE;
        }
        int hours = number(text, at + 1, at + 3);
        int minutes = number(text, at + 4, at + 6);
        if (hours < 0 || hours > 13 || minutes < 0 || minutes > 59) {
            return Integer.MIN_VALUE;
        }
        int zone = hours * 60 + minutes;
        return text.charAt(at) == '-' ? -zone : zone;
    }

    private static int lengthOfMonth(int year, int month) {
        return switch (month) {
            case 2 -> LocalDate.of(year, 2, 1).lengthOfMonth();
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!isDigit(c)) {
                return OTHER_NUMBER;
            }
            number = number * 10 + c - '0';
        }
        return number;
    }
}
