package dev.velella.source.element;

import java.time.LocalDate;

/**
 * Reads xsd:dateTime in its commonest form, {@code 2026-01-31T23:59:59.123Z} with or without fraction and time zone, in
 * far less time than a calendar needs. Stateless.
 */
final class DateTimeText {
    /** Stands for a text in another form, which may be a time all the same. */
    static final long OTHER = Long.MIN_VALUE;

    private static final int TO_SECONDS = "2026-01-31T23:59:59".length();
    private static final int OTHER_NUMBER = -1;

    private DateTimeText() {}

    /** The time in ms since 1970; finer digits are cut off. UTC if there is no time zone. */
    static long milliseconds(String text) {
        int length = text.length();
        if (length < TO_SECONDS
                || text.charAt(4) != '-'
                || text.charAt(7) != '-'
                || text.charAt(10) != 'T'
                || text.charAt(13) != ':'
                || text.charAt(16) != ':') {
            return OTHER;
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
            return OTHER;
        }
        int at = TO_SECONDS;
        int fraction = 0;
        if (at < length && text.charAt(at) == '.') {
            int begin = ++at;
            while (at < length && isDigit(text.charAt(at))) {
                at++;
            }
            if (at == begin) {
                return OTHER;
            }
            for (int i = 0; i < 3; i++) {
                fraction = fraction * 10 + (begin + i < at ? text.charAt(begin + i) - '0' : 0);
            }
        }
        int zoneMinutes = zoneMinutes(text, at);
        if (zoneMinutes == Integer.MIN_VALUE) {
            return OTHER;
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
