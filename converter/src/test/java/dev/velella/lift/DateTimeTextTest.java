package dev.velella.lift;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.XMLGregorianCalendar;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DateTimeTextTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** The time by RDF4J's calendar; {@link DateTimeText#OTHER} if it is none. */
    private static long byCalendar(String text) {
        try {
            XMLGregorianCalendar time = VALUES.createLiteral(text, XSD.DATETIME).calendarValue();
            if (time.getTimezone() == DatatypeConstants.FIELD_UNDEFINED) {
                time.setTimezone(0);
            }
            return time.toGregorianCalendar().getTimeInMillis();
        } catch (IllegalArgumentException e) {
            return DateTimeText.NONE;
        }
    }

    private static String random(SplittableRandom random) {
        String date = "%04d-%02d-%02d"
                .formatted(
                        random.nextInt(4) == 0 ? random.nextInt(10_000) : 1960 + random.nextInt(80),
                        random.nextInt(14),
                        random.nextInt(33));
        String time = "%02d:%02d:%02d".formatted(random.nextInt(25), random.nextInt(61), random.nextInt(61));
        String fraction =
                switch (random.nextInt(4)) {
                    case 0 -> "";
                    case 1 -> "." + random.nextInt(10);
                    case 2 -> "." + random.nextLong(1_000_000_000_000L);
                    default -> ".%03d".formatted(random.nextInt(1000));
                };
        String zone =
                switch (random.nextInt(4)) {
                    case 0 -> "";
                    case 1 ->
                        "%s%02d:%02d"
                                .formatted(random.nextBoolean() ? "+" : "-", random.nextInt(16), random.nextInt(61));
                    default -> "Z";
                };
        String text = date + "T" + time + fraction + zone;
        if (random.nextInt(5) > 0) {
            return text;
        }
        int at = random.nextInt(text.length());
        return text.substring(0, at) + "0x.-:+T Z9".charAt(random.nextInt(10)) + text.substring(at + random.nextInt(2));
    }

    private static final Pattern LEXICAL = Pattern.compile(
            "-?([1-9]\\d{3,}|0\\d{3})-\\d\\d-\\d\\dT\\d\\d:[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d\\d:[0-5]\\d)?");

    /** The calendar follows XSD 1.0, which has no year 0 and counts the years before it otherwise. */
    @Test
    void timesAreThoseOfTheCalendar() {
        SplittableRandom random = new SplittableRandom(1);
        int times = 0;
        for (int i = 0; i < 40_000; i++) {
            String text = random(random);
            if (text.startsWith("0000") || text.startsWith("-")) {
                continue;
            }
            long expected = LEXICAL.matcher(text).matches() ? byCalendar(text) : DateTimeText.NONE;
            times += expected == DateTimeText.NONE ? 0 : 1;
            assertThat(DateTimeText.milliseconds(text)).as(text).isEqualTo(expected);
        }
        assertThat(times).isGreaterThan(16_000);
    }

    @ParameterizedTest
    @CsvSource({
        "0000-01-01T00:00:00Z, 0000-01-01T00:00:00Z",
        "-0001-12-31T24:00:00.000Z, 0000-01-01T00:00:00Z",
        "53362-02-06T01:48:43.5, +53362-02-06T01:48:43.5Z",
        "2026-01-31T00:00:00+14:00, 2026-01-30T10:00:00Z",
        "-0044-03-15T12:00:00-00:30, -0044-03-15T12:30:00Z"
    })
    void rareFormsAreTimesToo(String text, Instant expected) {
        assertThat(DateTimeText.milliseconds(text)).isEqualTo(expected.toEpochMilli());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026",
                "2026-01",
                "--01-31",
                "12:00:00",
                "1796000000",
                "2026-01-31",
                "2016-12-31T23:59:60Z",
                "2026-01-31T24:00:00.1Z",
                "2026-02-29T00:00:00Z",
                "2026-01-31T00:00:00.Z",
                "2026-01-31T00:00:00z",
                "2026-01-31T00:00:00+14:01",
                "+53362-02-06T01:48:43Z",
                "02026-01-31T00:00:00Z",
                "99999999999-01-31T00:00:00Z",
                "2026-01-31 00:00:00",
                " 2026-01-31T00:00:00Z"
            })
    void otherTextsAreNone(String text) {
        assertThat(DateTimeText.milliseconds(text)).isEqualTo(DateTimeText.NONE);
    }
}
