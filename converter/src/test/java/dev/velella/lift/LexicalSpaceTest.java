package dev.velella.lift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.base.CoreDatatype.XSD;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LexicalSpaceTest {
    /** What is right keeps its spelling, what is beside it is refused. The texts of a cell stand between bars. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "DECIMAL; 21.50|-0|+7|.5|21.|007; ''|.|+|1,5|nan|INF|1.2.3| 1|1 |0x1|1_0|--1|٣",
                "INTEGER; 0|-0|+5|007|123456789012345678901234567890; ''|1.5|-|a|1 |+-1",
                "BYTE; -128|127; -129|128",
                "SHORT; -32768|+32767; -32769|32768",
                "INT; -2147483648|2147483647; -2147483649|2147483648",
                "LONG; -9223372036854775808|9223372036854775807; -9223372036854775809|9223372036854775808",
                "UNSIGNED_BYTE; 0|-0|255; -1|256",
                "UNSIGNED_SHORT; 0|65535; -1|65536",
                "UNSIGNED_INT; 0|4294967295; -1|4294967296",
                "UNSIGNED_LONG; 0|18446744073709551615; -1|18446744073709551616",
                "NON_NEGATIVE_INTEGER; 0|99999999999999999999; -1",
                "POSITIVE_INTEGER; 1; 0|-1",
                "NON_POSITIVE_INTEGER; 0|-1; 1",
                "NEGATIVE_INTEGER; -1; 0|1",
                "DOUBLE; 1|1.5|1e5|1E-05|.5|NaN|INF|-INF|1e400; ''|nan|Infinity|inf|1e|1,5|1f|0x1p3| 1",
                "FLOAT; 21.5|NaN; 1d|nan",
                "BOOLEAN; true|false|1|0; True|TRUE|on|yes|''| true",
                "DATETIME; 2026-11-28T22:40:00|2026-11-28T22:40:00.5Z|2026-11-28T24:00:00+14:00|0000-01-01T00:00:00Z|53362-02-06T01:48:43Z|-0044-03-15T00:00:00Z; 1796000000|2026|12:00:00|2026-11-28 22:40:00|2026-02-29T00:00:00Z|2016-12-31T23:59:60Z|+53362-02-06T01:48:43Z|2026-11-28T22:40Z|2026-11-28T24:00:01Z|2026-11-28T00:00:00+14:01|2026-11-28T00:00:00+01:60|02026-11-28T00:00:00Z",
                "DATETIMESTAMP; 2026-11-28T22:40:00Z|2026-11-28T22:40:00-05:00; 2026-11-28T22:40:00",
                "DATE; 2026-11-28|2026-11-28Z; 28.11.2026|2026-02-29|2026-11-28T00:00:00| 2026-11-28",
                "TIME; 22:40:00|22:40:00.5Z; 25:00:00|22:40",
                "GYEAR; 2026; 26",
                "DURATION; P1D|PT5M; 5|P|PT",
                "LANGUAGE; de-AT; x_y",
                "HEX_BINARY; 0aF9|''; 0|0g",
                "BASE64_BINARY; YQ==|''|+/8=; YQ|??==|-_8=|A"
            })
    void theSpaceOfEachDatatype(String datatype, String right, String wrong) {
        XSD type = XSD.valueOf(datatype.replace("HEX_", "HEX").replace("BASE64_", "BASE64"));
        LexicalSpace space = new LexicalSpace(type);
        for (String text : texts(right)) {
            assertThat(space.checked(text)).isEqualTo(text);
        }
        for (String text : texts(wrong)) {
            assertThatThrownBy(() -> space.checked(text))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "\"" + text + "\" is no xsd:" + type.getIri().getLocalName());
        }
    }

    private static List<String> texts(String cell) {
        return List.of(cell.split("\\|")).stream()
                .map(text -> text.equals("''") ? "" : text)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "DECIMAL, 1e-05, 0.00001",
        "DECIMAL, -2.50E+1, -25.0",
        "DECIMAL, +.5e1, 5",
        "INTEGER, 1e3, 1000",
        "INTEGER, 21.0, 21",
        "BYTE, 12.7e1, 127",
        "POSITIVE_INTEGER, 10e-1, 1"
    })
    void anExactNumberInAnotherFormIsWrittenOut(XSD datatype, String text, String full) {
        assertThat(new LexicalSpace(datatype).checked(text)).isEqualTo(full);
    }

    @ParameterizedTest
    @CsvSource({
        "DECIMAL, 1e999999999",
        "DECIMAL, 1e-401",
        "DECIMAL, 1e9999999999",
        "INTEGER, 1e400000",
        "INTEGER, 1.5",
        "BYTE, 1e3",
        "POSITIVE_INTEGER, 0e5",
        "BOOLEAN, 1e0",
        "DATETIME, 1e3"
    })
    void anInexactOrHugeOneIsNot(XSD datatype, String text) {
        assertThatThrownBy(() -> new LexicalSpace(datatype).checked(text)).isInstanceOf(IllegalArgumentException.class);
    }

    /** The time to calculate with a number grows with the square of its digits, and a sender chooses them. */
    @Test
    void numbersOfManyDigitsAreNotCalculatedWith() {
        String digits = "9".repeat(401);
        assertThat(new LexicalSpace(XSD.INTEGER).checked(digits)).isEqualTo(digits);
        assertThat(new LexicalSpace(XSD.DECIMAL).checked(digits)).isEqualTo(digits);
        assertThatThrownBy(() -> new LexicalSpace(XSD.NON_NEGATIVE_INTEGER).checked(digits))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LexicalSpace(XSD.DECIMAL).checked(digits + "e0"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LexicalSpace(XSD.DURATION).checked("P" + digits + "D"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = XSD.class,
            names = {"STRING", "ANYURI", "NORMALIZEDSTRING", "TOKEN", "NAME", "QNAME"})
    void textsAreNotRestricted(XSD datatype) {
        assertThat(new LexicalSpace(datatype).checked(" any text ")).isEqualTo(" any text ");
    }

    @Test
    void otherDatatypesAreNotKnown() {
        assertThat(new LexicalSpace(CoreDatatype.NONE).checked("x y")).isEqualTo("x y");
        assertThat(new LexicalSpace(CoreDatatype.GEO.WKT_LITERAL).checked("POINT"))
                .isEqualTo("POINT");
    }
}
