package dev.velella.source.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.XMLGregorianCalendar;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;

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
            return DateTimeText.OTHER;
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

    @Test
    void timesInTheCommonFormAreThoseOfTheCalendar() {
        SplittableRandom random = new SplittableRandom(1);
        int common = 0;
        for (int i = 0; i < 20_000; i++) {
            String text = random(random);
            long time = DateTimeText.milliseconds(text);
            if (time != DateTimeText.OTHER) {
                common++;
                assertThat(time).as(text).isEqualTo(byCalendar(text));
            }
        }
        assertThat(common).isGreaterThan(8_000);
    }

    @Test
    void otherFormsAreLeftToTheCalendar() {
        for (String text : new String[] {
            "",
            "2026-01-31",
            "-2026-01-31T00:00:00Z",
            "12026-01-31T00:00:00Z",
            "2026-01-31T24:00:00Z",
            "2026-02-29T00:00:00Z",
            "2026-01-31T00:00:00.Z",
            "2026-01-31T00:00:00z",
            "2026-01-31T00:00:00+14:00",
            "0000-01-31T00:00:00Z",
            " 2026-01-31T00:00:00Z"
        }) {
            assertThat(DateTimeText.milliseconds(text)).as(text).isEqualTo(DateTimeText.OTHER);
        }
    }
}
