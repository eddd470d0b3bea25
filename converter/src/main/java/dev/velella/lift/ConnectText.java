package dev.velella.lift;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * The texts of Connect's values, as literals of XSD have them. Knows the logical types of Kafka Connect and of Debezium
 * (its documentation, "Data type mappings"). A time of Debezium that has no time zone in the database has none here.
 * Stateless.
 */
final class ConnectText {
    private static final String DEBEZIUM_TIME = "io.debezium.time.";
    private static final String VARIABLE_DECIMAL = "io.debezium.data.VariableScaleDecimal";

    /** Most digits that are written before or after the point of a number: the exponent of a number may be any. */
    private static final int MOST_DIGITS = 400;

    private static final int MOST_BITS = (int) (MOST_DIGITS / Math.log10(2));

    private static final long NANOS = 1_000_000_000L;

    private ConnectText() {}

    /** The kind of a value. */
    static ValueKind kind(@Nullable Schema schema, Object value) {
        String type = schema == null || schema.name() == null ? "" : schema.name();
        if (type.startsWith(DEBEZIUM_TIME)) {
            ValueKind kind = kindOfTime(type.substring(DEBEZIUM_TIME.length()));
            if (kind != null) {
                return kind;
            }
        }
        if (value instanceof Date) {
            return type.equals(org.apache.kafka.connect.data.Date.LOGICAL_NAME)
                    ? ValueKind.DATE
                    : type.equals(Time.LOGICAL_NAME) ? ValueKind.TIME : ValueKind.DATE_TIME;
        } else if (value instanceof BigDecimal) {
            return ValueKind.DECIMAL;
        } else if (value instanceof Double) {
            return ValueKind.DOUBLE;
        } else if (value instanceof Float) {
            return ValueKind.FLOAT;
        } else if (value instanceof Number) {
            return ValueKind.INTEGER;
        } else if (value instanceof Boolean) {
            return ValueKind.BOOLEAN;
        } else if (value instanceof byte[] || value instanceof ByteBuffer) {
            return type.equals(Decimal.LOGICAL_NAME) ? ValueKind.DECIMAL : ValueKind.BYTES;
        } else if (value instanceof Struct) {
            return type.equals(VARIABLE_DECIMAL) ? ValueKind.DECIMAL : ValueKind.OBJECT;
        }
        return value instanceof Map ? ValueKind.OBJECT : value instanceof List ? ValueKind.ARRAY : ValueKind.TEXT;
    }

    private static @Nullable ValueKind kindOfTime(String type) {
        return switch (type) {
            case "Date", "IsoDate" -> ValueKind.DATE;
            case "Time", "MicroTime", "NanoTime", "ZonedTime", "IsoTime" -> ValueKind.TIME;
            case "Timestamp", "MicroTimestamp", "NanoTimestamp", "ZonedTimestamp", "IsoTimestamp" ->
                ValueKind.DATE_TIME;
            case "MicroDuration", "NanoDuration", "Interval" -> ValueKind.DURATION;
            case "Year" -> ValueKind.YEAR;
            default -> null;
        };
    }

    /**
     * The text of a scalar.
     *
     * @throws IllegalArgumentException if the value has no such text
     */
    static String text(@Nullable Schema schema, Object value) {
        String type = schema == null || schema.name() == null ? "" : schema.name();
        if (value instanceof Number number && type.startsWith(DEBEZIUM_TIME)) {
            return timeOfDebezium(type.substring(DEBEZIUM_TIME.length()), number.longValue());
        } else if (value instanceof Date date) {
            return time(type, date);
        } else if (value instanceof BigDecimal decimal) {
            return plain(decimal);
        } else if (value instanceof Double || value instanceof Float) {
            return value.toString().replace("Infinity", "INF");
        } else if (value instanceof byte[] bytes) {
            return bytes(schema, bytes);
        } else if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes(schema, bytes);
        } else if (value instanceof Struct struct) {
            byte[] digits = struct.getBytes("value");
            return plain(new BigDecimal(new BigInteger(digits), struct.getInt32("scale")));
        }
        return value.toString();
    }

    private static String bytes(@Nullable Schema schema, byte[] bytes) {
        return schema != null && Decimal.LOGICAL_NAME.equals(schema.name())
                ? plain(Decimal.toLogical(schema, bytes))
                : Base64.getEncoder().encodeToString(bytes);
    }

    private static String plain(BigDecimal number) {
        if (Math.abs((long) number.scale()) > MOST_DIGITS
                || number.unscaledValue().bitLength() > MOST_BITS) {
            throw new IllegalArgumentException("a number of more than " + MOST_DIGITS + " digits");
        }
        return number.toPlainString();
    }

    private static String time(String type, Date date) {
        Instant instant = date.toInstant();
        if (type.equals(org.apache.kafka.connect.data.Date.LOGICAL_NAME)) {
            return date(instant.atOffset(ZoneOffset.UTC).toLocalDate());
        } else if (type.equals(Time.LOGICAL_NAME)) {
            return DateTimeFormatter.ISO_LOCAL_TIME.format(
                    instant.atOffset(ZoneOffset.UTC).toLocalTime());
        }
        if (!type.isEmpty() && !type.equals(Timestamp.LOGICAL_NAME)) {
            throw new IllegalArgumentException("a time of the unknown type " + type);
        }
        return instant(instant.getEpochSecond(), instant.getNano());
    }

    private static String timeOfDebezium(String type, long value) {
        return switch (type) {
            case "Date" -> days(value);
            case "Time" -> timeOfDay(value, 1_000);
            case "MicroTime" -> timeOfDay(value, 1_000_000);
            case "NanoTime" -> timeOfDay(value, NANOS);
            case "Timestamp" -> local(value, 1_000);
            case "MicroTimestamp" -> local(value, 1_000_000);
            case "NanoTimestamp" -> local(value, NANOS);
            case "MicroDuration" -> duration(value, 6);
            case "NanoDuration" -> duration(value, 9);
            case "Year" -> year(value);
            default -> Long.toString(value);
        };
    }

    private static String timeOfDay(long value, long perSecond) {
        try {
            return DateTimeFormatter.ISO_LOCAL_TIME.format(LocalTime.ofNanoOfDay(value * (NANOS / perSecond)));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("a time of day outside of the day", e);
        }
    }

    private static String local(long value, long perSecond) {
        long second = Math.floorDiv(value, perSecond);
        checkYear(second);
        int nano = (int) (Math.floorMod(value, perSecond) * (NANOS / perSecond));
        return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC));
    }

    private static String duration(long value, int digits) {
        BigDecimal seconds = BigDecimal.valueOf(value, digits).stripTrailingZeros();
        return (seconds.signum() < 0 ? "-PT" : "PT") + seconds.abs().toPlainString() + "S";
    }

    private static String year(long value) {
        if (value < 1 || value > 9999) {
            throw new IllegalArgumentException("a year that is not in 1 to 9999: " + value);
        }
        return String.format("%04d", value);
    }

    /**
     * A date, from the days since 1970.
     *
     * @throws IllegalArgumentException if its year has not four digits
     */
    static String days(long days) {
        if (Math.abs(days) > 4_000_000) {
            throw new IllegalArgumentException("a date outside of the years 1 to 9999");
        }
        return date(LocalDate.ofEpochDay(days));
    }

    private static String date(LocalDate date) {
        if (date.getYear() < 1 || date.getYear() > 9999) {
            throw new IllegalArgumentException("a date outside of the years 1 to 9999");
        }
        return date.toString();
    }

    /**
     * A time in UTC, from the seconds since 1970.
     *
     * @throws IllegalArgumentException if its year has not four digits
     */
    static String instant(long second, long nano) {
        checkYear(second);
        return Instant.ofEpochSecond(second, nano).toString();
    }

    private static void checkYear(long second) {
        if (second < -62_135_596_800L || second > 253_402_300_799L) {
            throw new IllegalArgumentException(
                    "a time outside of the years 1 to 9999, as of another unit: " + second + " s since 1970");
        }
    }
}
