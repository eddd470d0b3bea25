package dev.velella.rdf;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DateTimesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 1970-01-01T00:00:00Z",
        "-1, 1969-12-31T23:59:59.999Z",
        "253402300800000, 10000-01-01T00:00:00Z",
        "-62198755200001, -0002-12-31T23:59:59.999Z"
    })
    void aTimeIsADateTimeOfXsd(long ms, String text) {
        assertThat(DateTimes.literal(ms).getLabel()).isEqualTo(text);
        assertThat(XMLDatatypeUtil.isValidValue(text, XSD.DATETIME)).isTrue();
    }
}
