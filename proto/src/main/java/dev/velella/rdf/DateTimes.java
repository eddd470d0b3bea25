package dev.velella.rdf;

import java.time.Instant;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/** Times as literals. Pure functions; thread-safe. */
public final class DateTimes {
    private DateTimes() {}

    /**
     * A time as an {@code xsd:dateTime} in UTC. Years beyond 9999 have no sign in front, as XSD 1.1 part 2, section 3.3.7
     * demands; {@link Instant#toString} would write a plus.
     *
     * @param ms ms since 1970; may be negative
     */
    public static Literal literal(long ms) {
        String text = Instant.ofEpochMilli(ms).toString();
        return SimpleValueFactory.getInstance()
                .createLiteral(text.startsWith("+") ? text.substring(1) : text, XSD.DATETIME);
    }
}
