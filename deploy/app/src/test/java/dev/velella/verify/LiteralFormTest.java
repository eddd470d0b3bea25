package dev.velella.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What real stores do is in {@code docs/sink.md}; here are the borders between forms. */
class LiteralFormTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            textBlock =
                    """
            "01"^^integer, "1"^^integer, SAME_VALUE
            "7"^^long, "7"^^integer, SAME_VALUE
            "7"^^integer, "8"^^integer, OTHER
            "7"^^integer, "7"^^decimal, OTHER
            "7"^^integer, "7"^^string, OTHER
            "seven"^^integer, "7"^^integer, OTHER
            "1.50"^^decimal, "1.5"^^decimal, SAME_VALUE
            "1.50"^^decimal, "1.50000000000000000001"^^decimal, OTHER
            "30e0"^^double, "3.0E1"^^double, SAME_VALUE
            "0.1"^^double, "0.1000000000000000055511151231257827"^^double, NEAREST_VALUE
            "0.1"^^double, "0.2"^^double, OTHER
            "1e400"^^double, "INF"^^double, NEAREST_VALUE
            "1e308"^^double, "INF"^^double, OTHER
            "1e-400"^^double, "0"^^double, NEAREST_VALUE
            "-0"^^double, "0"^^double, OTHER
            "1.234567890123"^^float, "1.2345679"^^float, NEAREST_VALUE
            "1.5"^^float, "1.5"^^double, OTHER
            "1"^^boolean, "true"^^boolean, SAME_VALUE
            "1"^^boolean, "false"^^boolean, OTHER
            "2026-01-01T00:00:00.000Z"^^dateTime, "2026-01-01T00:00:00Z"^^dateTime, SAME_VALUE
            "2026-01-01T00:00:00Z"^^dateTimeStamp, "2026-01-01T00:00:00Z"^^dateTime, SAME_VALUE
            "2026-01-01T24:00:00Z"^^dateTime, "2026-01-02T00:00:00Z"^^dateTime, SAME_VALUE
            "2026-01-01T01:00:00+01:00"^^dateTime, "2026-01-01T00:00:00Z"^^dateTime, OTHER
            "2026-01-01T00:00:00"^^dateTime, "2026-01-01T00:00:00Z"^^dateTime, OTHER
            "24:00:00"^^time, "00:00:00"^^time, SAME_VALUE
            "P12M"^^duration, "P1Y"^^duration, SAME_VALUE
            "P1M"^^duration, "P30D"^^duration, OTHER
            """)
    void aFormIsToldFromADifference(String written, String stored, LiteralForm form) {
        assertThat(LiteralForm.of(literal(written), literal(stored))).isEqualTo(form);
    }

    private static Literal literal(String text) {
        String[] parts = text.split("\\^\\^");
        return NTriplesUtil.parseLiteral(
                parts[0] + "^^<http://www.w3.org/2001/XMLSchema#" + parts[1] + ">", SimpleValueFactory.getInstance());
    }
}
